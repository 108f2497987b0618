"""Commands about exports of other programs."""
