/** Two square notes on a staff. */
export function Mark() {
  return (
    <svg viewBox="0 0 22 22" aria-hidden="true">
      <g stroke="var(--rule-strong)">
        <path d="M0 3.5h22M0 8.5h22M0 13.5h22M0 18.5h22" />
      </g>
      <rect x="3.5" y="10" width="7" height="7" fill="var(--ink)" />
      <rect x="11.5" y="5" width="7" height="7" fill="var(--accent)" />
    </svg>
  );
}
