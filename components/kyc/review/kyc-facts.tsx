'use client'

import { useTranslations } from 'next-intl'
import { Fact, Facts } from '#components/review/facts.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { ageOn, kycFieldsOf } from '#lib/client/kyc/kyc-form.ts'
import type { KycSubmissionDetail } from '#lib/contract/review/calls.ts'
import { FormerReviews } from './former-reviews.tsx'
import { MarkButton, MarkField } from './mark-field.tsx'

type Marks = Readonly<Record<string, string>>

type KycFactsProps = {
  submission: KycSubmissionDetail
  /** While it is rejected, what is wrong can be marked where it stands. */
  isMarking: boolean
  marks: Marks
  onMark: (marks: Marks) => void
}

const figures: readonly string[] = ['national_id', 'date_of_birth', 'ipi_number', 'postal_code']

/** The form as it was handed in, and what else is known of the person. */
export function KycFacts({ submission, isMarking, marks, onMark }: KycFactsProps) {
  const t = useTranslations('Review.kyc')
  const fields = useTranslations('Kyc.fields')
  const documents = useTranslations('Kyc.documents')
  const formats = useFormats()
  const { form, user } = submission
  const role = user.role === 'copyright_owner' ? 'copyright_owner' : 'dancer'
  const shown = kycFieldsOf(role).filter((field) => form[field] || submission.required_fields.includes(field))
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
      {submission.same_national_id.length > 0 ? (
        <p role="alert" className="mb-4 rounded-2xl bg-alarm-wash px-4 py-3 font-semibold text-alarm">
          {t('sameId', { accounts: submission.same_national_id.map(({ username }) => username).join(', ') })}
        </p>
      ) : null}
      <Facts>
        {shown.map((field) => (
          <Fact
            key={field}
            name={fields(field)}
            figures={figures.includes(field)}
            {...markOf(field, fields(field))}
          >
            {field === 'date_of_birth' ? <Birthday date={form.date_of_birth} /> : form[field]}
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
                {file_name}, {formats.fileSize(file_size)}
              </span>
            </Fact>
          ))}
        </Facts>
      ) : null}
      <Facts title={t('account')}>
        <Fact name={t('username')}>{user.username}</Fact>
        <Fact name={t('phone')} figures>
          {user.phone_number}
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

function Birthday({ date }: { date: string }) {
  const t = useTranslations('Review.kyc')
  const formats = useFormats()
  const years = ageOn(date, new Date())
  if (years === null) return date
  return (
    <>
      {formats.day(date)} <span className="font-normal text-soft">({t('age', { years })})</span>
    </>
  )
}
