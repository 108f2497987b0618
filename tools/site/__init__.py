"""The documentation as a site: the pages of the repository, in the order of `docs/index.md`, built by Zensical."""
