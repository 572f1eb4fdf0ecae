import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field } from '#components/ui/field.tsx'

type PasswordFieldProps = ComponentProps<typeof Field> & { words: { show: string; hide: string } }

export function PasswordField({ words, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <Field
        {...field}
        type={shown ? 'text' : 'password'}
        required
        spellCheck={false}
        autoCapitalize="none"
      />
      <button
        type="button"
        aria-pressed={shown}
        onClick={() => setShown((value) => !value)}
        className="absolute top-0 right-0 -mt-2 max-[15rem]:static inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm font-semibold hover:bg-sunken"
      >
        {shown ? (
          <EyeOff aria-hidden="true" className="size-4" />
        ) : (
          <Eye aria-hidden="true" className="size-4" />
        )}
        <span>{shown ? words.hide : words.show}</span>
      </button>
    </div>
  )
}
