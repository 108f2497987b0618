import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { monogramIn, PALETTE, workspace } from '../../model/workspace';
import { followWith } from '../parts/format';

interface Props {
  /** The advisor that is edited: its own colour is not taken. */
  advisorId: string | null;
  name: string;
  value: string;
  onChange: (colour: string) => void;
}

/** Two rows of eleven; a colour somebody has carries their monogram. */
export function ColourField({ advisorId, name, value, onChange }: Props) {
  const { t } = useTranslation('library');
  const state = useStore(workspace);
  const others = state.advisors.filter((each) => each.id !== advisorId);
  return (
    <fieldset className="field colours">
      <legend className="label">{t('colour.label')}</legend>
      <div className="swatches">
        {PALETTE.map((colour, index) => {
          const owner = others.find((each) => each.colour === colour);
          const chosen = colour === value;
          return (
            <label
              key={colour}
              className={`swatch a-${index + 1}`}
              title={owner && t('colour.usedBy', { name: owner.name })}
            >
              <input
                type="radio"
                className="vh"
                name="colour"
                value={colour}
                checked={chosen}
                onChange={() => onChange(colour)}
              />
              <span className={chosen ? 'note chosen' : 'note'} aria-hidden="true">
                {chosen && name.trim() ? monogramIn(state, name) : owner ? monogramIn(state, owner.name) : ''}
              </span>
              <span className="called">{t(`colour.${colour}`)}</span>
              {owner && <span className="vh">{followWith(t('colour.usedBy', { name: owner.name }))}</span>}
            </label>
          );
        })}
      </div>
      <p className="help">{value === '' ? t('colour.first') : t('colour.help')}</p>
    </fieldset>
  );
}
