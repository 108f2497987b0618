const PATHS = {
  conversations: 'M2 3h8v6H2zM10 7h4v6H6V9',
  journal: 'M3 2h10v12H3zM6 2v12M8.5 5.5h2.5M8.5 8.5h2.5',
  advisors: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h4v4h-4z',
  documents: 'M3.5 2h6l3 3v9h-9zM9.5 2v3h3M6 8h4M6 11h4',
  tests: 'M2.5 2.5h11v11h-11zM5 8l2.2 2.2L11 6',
  people: 'M2.5 3.5h5v5h-5zM9.5 5.5h4v4h-4zM1.5 13.5c0-2 7-2 7 0M9.5 13.5h5',
  settings: 'M2 5h12M2 11h12M5 3v4M10.5 9v4',
  share: 'M5 7H3v7h10V7h-2M8 10V2M5 5l3-3 3 3',
  new: 'M8 3v10M3 8h10',
  inspector: 'M2 4h12M2 8h6M2 12h6M10.5 8.5h4v4h-4z',
  map: 'M2 2.5h12v11H2zM2 6h12M2 10h12M6 2.5v11M10 2.5v11',
  todo: 'M2 3h3v3H2zM2 10h3v3H2zM8 4.5h6M8 11.5h6',
} as const;

/** Sixteen by sixteen, thin strokes, square ends; a word always stands beside it. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.4">
      <path d={PATHS[name]} />
    </svg>
  );
}
