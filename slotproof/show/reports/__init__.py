"""What a run leaves for machines and pages: JUnit XML, SARIF, Markdown, badges, annotations."""
