"""Frames and files of strangers: good ones, spoiled by a seed, for a real server and for everything that reads a file."""
