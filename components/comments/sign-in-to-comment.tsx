import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonStyle } from '#components/ui/button.tsx'
import { toLogin } from '#lib/client/accounts/way-back.ts'

/** Reading is open, writing needs a login: the way there, and back to the comments. */
export function SignInToComment({ videoId }: { videoId: string }) {
  const t = useTranslations('Comments')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-sunken px-4 py-3">
      <p>{t('signInDetail')}</p>
      <Link href={toLogin(`/video/${videoId}#comments`)} prefetch={false} className={buttonStyle()}>
        {t('signIn')}
      </Link>
    </div>
  )
}
