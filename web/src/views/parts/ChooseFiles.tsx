import { useRef } from 'react';

interface Props {
  label: string;
  disabled?: boolean;
  onChoose: (files: File[]) => void;
}

/** A button that opens the system's own choice of files; the same file may be chosen twice. */
export function ChooseFiles({ label, disabled = false, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="btn" disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        className="vh"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
