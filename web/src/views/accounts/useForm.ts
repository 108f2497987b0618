import { type FormEvent, useState } from 'react';
import { type Trouble, troubleOf } from '../../commands/signIn';

/** A form that is sent once at a time; what was refused says at which field it belongs. */
export function useForm(deed: () => Promise<unknown>) {
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const found = await troubleOf(deed);
    setTrouble(found);
    setBusy(false);
  };
  const at = (field: Trouble['field']) => (trouble?.field === field ? trouble.text : undefined);
  return { submit: (event: FormEvent) => void submit(event), busy, at, whole: at('form') };
}
