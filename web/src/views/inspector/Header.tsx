import '../../locales/inspector';
import { Trans, useTranslation } from 'react-i18next';
import { inspect } from '../../model/screen';
import { formatNumber } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { formatRanges } from '../payloads/ranges';
import type { AdvisorLabel, PayloadForm } from '../payloads/shown';
import type { Saw } from './saw';

const FORMS: readonly PayloadForm[] = ['canonical', 'provider', 'raw'];

interface Props {
  voice: AdvisorLabel;
  title: string;
  /** Turn and attempt. */
  place: string;
  /** Null while there is no payload. */
  saw: Saw | null;
  would: boolean;
  form: PayloadForm;
  onForm: (form: PayloadForm) => void;
}

export function Header({ voice, title, place, saw, would, form, onForm }: Props) {
  const { t } = useTranslation('inspector');
  return (
    <header>
      <button type="button" className="btn sm back" onClick={() => inspect(null)}>
        {t('back')}
      </button>
      <Monogram name={voice.name} colour={voice.colour} />
      <h2>
        {title} {place && <small>{place}</small>}
      </h2>
      <div className="ends">
        <fieldset className="seg" aria-label={t('form.label')}>
          {FORMS.map((each) => (
            <button key={each} type="button" aria-pressed={each === form} onClick={() => onForm(each)}>
              {t(`form.${each}`)}
            </button>
          ))}
        </fieldset>
        <button type="button" className="btn sm quiet close" onClick={() => inspect(null)}>
          {t('close')}
        </button>
      </div>
      {saw && <Proof saw={saw} would={would} />}
    </header>
  );
}

/** The sentence the screen proves: own words, the others of one turn, a synthesis if it was ticked. */
function Proof({ saw, would }: { saw: Saw; would: boolean }) {
  const { t } = useTranslation('inspector');
  const none = saw.ownElsewhere > 0 ? 'Gone' : 'None';
  const own =
    saw.own.length > 0 ? (would ? 'saw.wouldOwn' : 'saw.own') : (`saw.${would ? 'wouldOwn' : 'own'}${none}` as const);
  const others = !saw.quoted ? 'saw.othersNone' : saw.others.length > 0 ? 'saw.others' : 'saw.othersGone';
  const tokens = formatNumber(saw.otherTokens);
  const synthesis = saw.synthesisTokens > 0;
  return (
    <p className="proof">
      <Trans
        t={t}
        i18nKey={own as 'saw.own'}
        count={saw.own.length}
        values={{ ranges: formatRanges(saw.own) }}
        components={{ b: <b /> }}
      />{' '}
      {(saw.quoted || !synthesis) && (
        <Trans
          t={t}
          i18nKey={others as 'saw.others'}
          values={{ ranges: formatRanges(saw.others), tokens }}
          components={{ b: <b /> }}
        />
      )}
      {synthesis && (
        <>
          {' '}
          <Trans
            t={t}
            i18nKey={saw.quoted ? 'saw.synthesis' : 'saw.synthesisOnly'}
            values={{ tokens: formatNumber(saw.synthesisTokens) }}
            components={{ b: <b /> }}
          />
        </>
      )}
      {saw.quoted && !synthesis && ` ${t('saw.nothingElse')}`}
    </p>
  );
}
