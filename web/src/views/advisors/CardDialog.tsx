import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Card, lookAtCard, takeCard } from '../../commands/cards';
import { refusalOf } from '../../commands/refused';
import { Field } from '../parts/Field';
import { Dialog } from '../parts/Floating';
import { CardPreview } from './CardPreview';

/** An advisor out of a character card; what it becomes is shown before anything is kept. */
export function CardDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('library');
  return (
    <Dialog open={open} onClose={onClose} title={t('card.title')} kind="wide">
      {open && <CardForm onClose={onClose} />}
    </Dialog>
  );
}

export function CardForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('library');
  const [file, setFile] = useState<File | null>(null);
  const [person, setPerson] = useState('');
  const [lore, setLore] = useState(true);
  const [card, setCard] = useState<Card | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return;
    let stale = false;
    const look = async () => {
      const found = await lookAtCard(file, person);
      if (!stale) setCard(found);
    };
    const timer = setTimeout(() => {
      void refusalOf(look).then((refused) => {
        if (stale) return;
        setProblem(refused);
        if (refused !== null) setCard(null);
      });
    }, 200);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [file, person]);
  const take = async () => {
    if (file === null) return;
    const refused = await refusalOf(() => takeCard(file, person, lore));
    setProblem(refused);
    if (refused === null) onClose();
  };
  return (
    <div className="import">
      <Field label={t('card.file')} help={t('card.help')} wrong={problem ?? undefined}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            accept=".png,.json,.charx,image/png,application/json"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <Field label={t('card.person')} help={t('card.personHelp')}>
        {(ids) => (
          <input
            {...ids}
            className="input"
            maxLength={80}
            value={person}
            onChange={(event) => setPerson(event.target.value)}
          />
        )}
      </Field>
      {card && <CardPreview card={card} />}
      {card && card.entries.length > 0 && (
        <label>
          <input type="checkbox" checked={lore} onChange={(event) => setLore(event.target.checked)} />{' '}
          {t('card.lore', { count: card.entries.length })}
        </label>
      )}
      <div className="acts">
        <button type="button" className="btn primary" disabled={card === null} onClick={() => void take()}>
          {t('card.take')}
        </button>
        <button type="button" className="btn quiet" onClick={onClose}>
          {t('cancel')}
        </button>
      </div>
    </div>
  );
}
