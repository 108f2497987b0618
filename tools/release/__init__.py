"""What a release is made of: two builds that are the same, what is in them, its licences, and checksums."""
