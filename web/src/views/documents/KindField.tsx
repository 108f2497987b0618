import { useTranslation } from 'react-i18next';
import { type DocumentKind, KINDS } from '../../model/documents';

interface Props {
  name: string;
  kind: DocumentKind;
  onChange: (kind: DocumentKind) => void;
}

/** What a file is for: three ways to be sent, each said in words. */
export function KindField({ name, kind, onChange }: Props) {
  const { t } = useTranslation('documents');
  return (
    <select
      className="input kind"
      aria-label={t('kind.label', { name })}
      title={t(`kind.${kind}Help`)}
      value={kind}
      onChange={(event) => onChange(event.target.value as DocumentKind)}
    >
      {KINDS.map((each) => (
        <option key={each} value={each}>
          {t(`kind.${each}`)}
        </option>
      ))}
    </select>
  );
}
