"""Tables that are open in this process, without any transport: apply, persist, publish."""
