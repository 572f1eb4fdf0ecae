import { Flag } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Fact, Facts } from '#components/review/facts.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFileSize } from '#components/ui/use-file-size.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { kycFieldsOf } from '#lib/client/kyc/kyc-form.ts'
import {
  type ComparedKycField,
  comparedKycFields,
  KYC_FIELD_REASON_MAX,
} from '#lib/contract/kyc/requirements.ts'
import type { KycSubmissionDetail } from '#lib/contract/kyc/review.ts'
import { ComparedFacts } from './compared-facts.tsx'
import { SameElsewhere } from './same-elsewhere.tsx'

type Marks = Readonly<Record<string, string>>

type KycFactsProps = {
  submission: KycSubmissionDetail
  /** The officer writes a rejection and can mark fields. */
  isMarking: boolean
  marks: Marks
  onMark: (marks: Marks) => void
  /** Fields that the officer found equal in the documents. */
  matched?: readonly ComparedKycField[]
  /** Ticks are read-only if undefined. */
  onMatch?: (matched: readonly ComparedKycField[]) => void
}

const figures: readonly string[] = ['ipi_number', 'postal_code']
const compared: readonly string[] = comparedKycFields

export function KycFacts({ submission, isMarking, marks, onMark, matched, onMatch }: KycFactsProps) {
  const t = useTranslations('Review.kyc')
  const fields = useTranslations('Kyc.fields')
  const documents = useTranslations('Kyc.documents')
  const formats = useFormats()
  const fileSize = useFileSize()
  const { form, user } = submission
  const role = user.role === 'copyright_owner' ? 'copyright_owner' : 'dancer'
  const shown = kycFieldsOf(role)
    .filter((field) => form[field] || submission.required_fields.includes(field))
    .filter((field) => !compared.includes(field))
  const markOf = (name: string, word: string) => {
    const { [name]: mark, ...others } = marks
    if (!isMarking) return {}
    return {
      beside: (
        <MarkButton
          word={word}
          isMarked={mark !== undefined}
          onToggle={() => onMark(mark === undefined ? { ...marks, [name]: '' } : others)}
        />
      ),
      below:
        mark === undefined ? null : (
          <MarkField word={word} value={mark} onChange={(words) => onMark({ ...marks, [name]: words })} />
        ),
    }
  }
  return (
    <>
      <SameElsewhere kind="sameId" others={submission.same_national_id} />
      <SameElsewhere kind="samePhone" others={submission.same_phone} />
      <ComparedFacts
        form={form}
        matched={matched ?? []}
        onMatch={isMarking ? undefined : onMatch}
        markOf={(field) => markOf(field, fields(field))}
      />
      <Facts title={t('rest')}>
        {shown.map((field) => (
          <Fact
            key={field}
            name={fields(field)}
            figures={figures.includes(field)}
            {...markOf(field, fields(field))}
          >
            {form[field]}
          </Fact>
        ))}
      </Facts>
      {isMarking ? (
        <Facts>
          {submission.documents.map(({ document_type, file_name, file_size }) => (
            <Fact
              key={document_type}
              name={documents(document_type)}
              {...markOf(document_type, documents(document_type))}
            >
              <span className="font-normal break-all">
                {file_name}, {fileSize(file_size)}
              </span>
            </Fact>
          ))}
        </Facts>
      ) : null}
      <Facts title={t('account')}>
        <Fact name={t('username')}>{user.username}</Fact>
        <Fact name={t('phone')} figures>
          {formatPhone(user.phone_number)}
        </Fact>
        <Fact name={t('joined')}>{formats.day(user.created_at)}</Fact>
        <Fact name={t('submitted')}>
          {submission.kyc_submitted_at ? formats.moment(submission.kyc_submitted_at) : ''}
        </Fact>
      </Facts>
      <FormerReviews reviews={submission.reviews} />
    </>
  )
}

function FormerReviews({ reviews }: Pick<KycSubmissionDetail, 'reviews'>) {
  const t = useTranslations('Review.kyc')
  const formats = useFormats()
  if (reviews.length === 0) return null
  return (
    <section>
      <h3 className="mb-2 text-base">{t('former')}</h3>
      <ol className="grid grid-cols-1 gap-3">
        {reviews.map((review) => (
          <li key={review.id} className="rounded-2xl bg-sunken px-4 py-3 text-sm">
            <p className="font-semibold">
              {t(review.action === 'approve' ? 'formerApproved' : 'formerRejected', {
                officer: review.officer.display_name || review.officer.username,
              })}{' '}
              <time dateTime={review.created_at} className="figures font-normal text-soft">
                {formats.moment(review.created_at)}
              </time>
            </p>
            {review.reason ? <p className="wrap-anywhere whitespace-pre-line">{review.reason}</p> : null}
            {review.internal_note ? (
              <p className="mt-1 wrap-anywhere whitespace-pre-line text-soft">
                {t('formerNote', { note: review.internal_note })}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}

function MarkButton({ word, isMarked, onToggle }: { word: string; isMarked: boolean; onToggle: () => void }) {
  const t = useTranslations('Review.kyc')
  return (
    <button
      type="button"
      aria-pressed={isMarked}
      aria-label={t('mark', { field: word })}
      onClick={onToggle}
      className="tap -my-2.5 grid place-items-center rounded-full text-soft hover:bg-sunken aria-pressed:text-alarm"
    >
      <Flag aria-hidden="true" className={cn('size-4', isMarked && 'fill-current')} />
    </button>
  )
}

/** Field for the reason of one form field, which the owner reads beside it. */
function MarkField({
  word,
  value,
  onChange,
}: {
  word: string
  value: string
  onChange: (words: string) => void
}) {
  const t = useTranslations('Review.kyc')
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user opened the field to type
      autoFocus
      aria-label={t('fieldReason', { field: word })}
      placeholder={t('fieldReason', { field: word })}
      autoComplete="off"
      maxLength={KYC_FIELD_REASON_MAX}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="my-1 block h-11 w-full rounded-xl border border-edge bg-surface px-3 placeholder:text-soft"
    />
  )
}
