"""Worker processes with a CPU limit."""
