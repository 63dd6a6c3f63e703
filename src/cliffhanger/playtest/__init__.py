"""Many games by bots: evenings, studies, figures."""
