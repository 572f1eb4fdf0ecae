import { ExternalLink, MapPin, Pencil } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { UserText } from '#components/ui/user-text.tsx'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import type { SocialLinks as Links } from '#lib/contract/profiles/social-links.ts'
import { socialAddress, socialSites } from '#lib/contract/profiles/social-sites.ts'
import { AvatarPicker } from './avatar-picker.tsx'
import { ProfileEditor } from './profile-editor.tsx'

export function ProfileIdentity({ profile }: { profile: Profile }) {
  const t = useTranslations('Profile')
  const formats = useFormats()
  const [editing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const { user } = profile
  const close = () => {
    setEditing(false)
    // The form that had the focus is gone.
    requestAnimationFrame(() => edit.current?.focus())
  }
  return (
    <section>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <AvatarPicker profile={profile} />
        <div className="min-w-0 flex-1 pt-1">
          <h2 className="text-3xl wrap-anywhere">{profile.display_name}</h2>
          <p className="mt-1 text-soft">
            {t(`roles.${user.role}`)} · <span className="wrap-anywhere">{user.username}</span>
          </p>
          <p className="text-soft">{t('joined', { date: formats.day(user.created_at) })}</p>
        </div>
      </div>
      {editing ? (
        <ProfileEditor profile={profile} onDone={close} />
      ) : (
        <div className="mt-4 grid grid-cols-1 justify-items-start gap-3">
          {profile.bio ? (
            <UserText className="max-w-2xl text-lg">{profile.bio}</UserText>
          ) : (
            <p className="text-soft">{t('noBio')}</p>
          )}
          {profile.location || profile.county ? (
            <p className="flex items-center gap-2 wrap-anywhere">
              <MapPin aria-hidden="true" className="size-5 shrink-0 text-drum" />{' '}
              {[profile.location, profile.county].filter(Boolean).join(', ')}
            </p>
          ) : null}
          <SocialLinks links={profile.social_links} />
          <Button ref={edit} onClick={() => setEditing(true)}>
            <Pencil aria-hidden="true" className="size-4" /> {t('edit')}
          </Button>
        </div>
      )}
    </section>
  )
}

function SocialLinks({ links }: { links: Links }) {
  const t = useTranslations('Profile')
  const shown = socialSites.flatMap((site) => {
    const value = links[site] ?? ''
    const address = socialAddress(site, value)
    return address ? [{ site, address, name: nameIn(value) }] : []
  })
  if (shown.length === 0) return null
  return (
    <ul aria-label={t('links')} className="flex max-w-full flex-wrap gap-2">
      {shown.map(({ site, address, name }) => (
        <li key={site} className="max-w-full">
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className="tap inline-flex max-w-full items-center gap-2 rounded-full bg-sunken px-4 font-semibold"
          >
            <span className="truncate">{t('visit', { site: t(`sites.${site}`), name })}</span>
            <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
          </a>
        </li>
      ))}
    </ul>
  )
}

function nameIn(value: string): string {
  return value.replace(/\/+$/, '').split('/').at(-1) ?? value
}
