"""What the people who build Antiphon run; none of it is part of the package."""
