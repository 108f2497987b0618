import { type ReactNode, useId } from 'react';

interface Props {
  label: string;
  help?: ReactNode;
  wrong?: string | undefined;
  /** Gets the id the label points at and the id of what describes it. */
  children: (ids: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode;
}

/** A label above, help and trouble below. */
export function Field({ label, help, wrong, children }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-help`, 'aria-invalid': wrong !== undefined })}
      <div id={`${id}-help`}>
        {wrong && <p className="wrong">{wrong}</p>}
        {help && <p className="help">{help}</p>}
      </div>
    </div>
  );
}
