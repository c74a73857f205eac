"""Signing in to a mini-app with the host's account, and its page about oneself."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import fill


@module
def member(screen="me", title="Me", about="", rows=(), signed_in=False, body=()):
    """A mini-app's page about oneself: signed out, a button asks the host (`request("login")`, its consent
    sheet); signed in, name and number, the widgets `rows` and `body`, and signing out. State `member` and
    `member_phone` (empty when signed out)."""
    return fill(
        """
        state: {member: $name, member_phone: $phone}
        screens:
          $screen:
            title: $title
            vars: {granted_by: ""}
            changed:
              granted_by:
                - if: granted_by.status == 'granted'
                  then: [member = granted_by.name, member_phone = granted_by.phone, toast('Signed in')]
                  else: snackbar('Not signed in')
            body:
              - empty:
                  when: not member
                  icon: account_circle
                  title: Not signed in
                  text: $about
                  button: Sign in with Talk
                  tap: request('login', 'granted_by')
              - row: {when: member, avatar: "{member or '?'}", title: "{member}", subtitle: "{member_phone}"}
              - $rows
              - $body
              - space: 16
              - button:
                  when: member
                  label: Sign out
                  style: text
                  wide: true
                  tap: ["member = ''", "member_phone = ''", "toast('Signed out')"]
        """,
        screen=screen,
        title=title,
        name="Alex Rivera" if signed_in else "",
        phone="+1 555 0190" if signed_in else "",
        about=about or "Sign in to see what is yours.",
        rows=list(rows),
        body=list(body),
    )
