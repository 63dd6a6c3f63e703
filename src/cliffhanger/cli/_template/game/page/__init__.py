"""What people see and read: panels, sentences, and what they call the fields of the state."""
