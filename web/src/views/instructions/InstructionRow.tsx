import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeInstruction, moveInstruction, removeInstruction, switchInstruction } from '../../commands/instructions';
import type { Instruction } from '../../model/reminders';
import { Saved } from '../parts/Saved';
import { Steps } from '../parts/Steps';

interface Props {
  instruction: Instruction;
  here: string | null;
  isFirst: boolean;
  isLast: boolean;
}

/** One instruction: whether it counts, what it is called, its first words; the rest unfolds. */
export function InstructionRow({ instruction, here, isFirst, isLast }: Props) {
  const { t } = useTranslation('reminders');
  const [open, setOpen] = useState(false);
  const { id, name, text, counts, switched } = instruction;
  const words = text === name ? '' : text;
  const note = switched === null ? words : t(counts ? 'instructions.onHere' : 'instructions.offHere');
  return (
    <li className={counts ? 'instruction' : 'instruction offed'}>
      <div className="row">
        <label className="check">
          <input
            type="checkbox"
            aria-label={t('instructions.switch', { name })}
            checked={counts}
            onChange={(event) => void switchInstruction(here, instruction, event.target.checked)}
          />
          <span className="t">
            <b dir="auto">{name}</b> {note && <small dir="auto">{note}</small>}
          </span>
        </label>
        <button
          type="button"
          className="btn sm quiet"
          aria-expanded={open}
          aria-label={t('instructions.edit', { name })}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'less' : 'more')}
        </button>
      </div>
      {open && (
        <div className="details">
          <Saved
            label={t('instructions.text')}
            value={text}
            most={20_000}
            lines
            onSave={(text) => changeInstruction(here, id, { text })}
          />
          <Saved
            label={t('instructions.name')}
            value={name}
            most={300}
            onSave={(name) => changeInstruction(here, id, { name })}
          />
          <div className="acts">
            <Steps
              name={name}
              isFirst={isFirst}
              isLast={isLast}
              onStep={(step) => void moveInstruction(here, instruction, step)}
            />
            <button
              type="button"
              className="btn sm danger"
              aria-label={t('removeOne', { name })}
              onClick={() => void removeInstruction(here, instruction)}
            >
              {t('remove')}
            </button>
          </div>
        </div>
      )}
    </li>
  );
}
