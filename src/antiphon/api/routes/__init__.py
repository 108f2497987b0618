"""Routes, one file per noun. Each endpoint declares its policy."""
