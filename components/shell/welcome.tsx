import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import type { SignedInUser } from '#lib/client/session/session.ts'

/** Greets the user who is signed in, by name and kind of account. */
export function Welcome({
  user,
  className = '',
}: {
  user: Pick<SignedInUser, 'displayName' | 'userType' | 'backendRole'>
  className?: string
}) {
  const t = useTranslations('Nav')
  return (
    <p className={cn(className, 'leading-tight')}>
      <span className="block text-sm font-semibold">{t('welcome', { name: user.displayName })}</span>
      <span className="block text-xs text-soft">
        {t(`userTypes.${user.backendRole === 'super_admin' ? 'superAdmin' : user.userType}`)}
      </span>
    </p>
  )
}
