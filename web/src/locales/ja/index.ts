/** Every word of this language: whoever chooses it needs them all, so they come as one file. */
export default import.meta.glob<Record<string, unknown>>('./*.json', { eager: true, import: 'default' });
