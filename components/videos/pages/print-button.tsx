'use client'

import { Printer } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'

export function PrintButton({ word }: { word: string }) {
  return (
    <Button tone="loud" onClick={() => window.print()}>
      <Printer aria-hidden="true" className="size-5" /> {word}
    </Button>
  )
}
