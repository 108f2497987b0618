/** Esc leaves the form, not what it stands in. */
export function leaveOnEscape(leave: () => void) {
  return (event: { key: string; preventDefault: () => void; stopPropagation: () => void }) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
}
