import {
  AppShell,
  Avatar,
  Burger,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconBrightness,
  IconCheck,
  IconExternalLink,
  IconFileCode,
  IconKeyboard,
  IconLogout,
  IconSelector,
  IconUserCircle,
} from "@tabler/icons-react";
import { useEffect } from "react";
import { Link, Outlet, useLocation, useNavigate, useNavigation } from "react-router";
import { api, ok } from "../api/client";
import type { ThemeChoice } from "../api/types";
import { Logo } from "../shared/Logo";
import { useShortcutSheet } from "../shared/shortcuts";
import { toast } from "../shared/toast";
import { activeItem, visibleNavigation } from "./nav";
import classes from "./Shell.module.css";
import { useSession, useUser } from "./session";

export function Shell() {
  const [open, { toggle, close }] = useDisclosure();
  const { can, reachable } = useSession();
  const { pathname } = useLocation();
  const here = activeItem(pathname);
  const loading = useNavigation().state === "loading";

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer and starts at its top
  useEffect(() => {
    close();
    window.scrollTo(0, 0);
  }, [pathname]);

  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !open } }}
      padding={0}
    >
      <a className="pb-skip" href="#main">
        Skip to the content
      </a>
      <AppShell.Header hiddenFrom="sm" className={classes.header}>
        <Group h="100%" px="md" gap="sm">
          <Burger opened={open} onClick={toggle} size="sm" aria-label="Navigation" />
          <Logo />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar}>
        <Group className={classes.brand} justify="space-between">
          <Link to="/" className={classes.home} aria-label="PhoneBuddy, start page">
            <Logo />
          </Link>
          <Burger
            hiddenFrom="sm"
            opened={open}
            onClick={toggle}
            size="sm"
            aria-label="Close navigation"
          />
        </Group>
        <ScrollArea className={classes.links} component="nav" aria-label="Main">
          {visibleNavigation(can).map((group) => (
            <div key={group.label} className={classes.group}>
              <Text className={classes.groupLabel}>{group.label}</Text>
              {group.items.map(({ to, label, icon: Icon, external }) => {
                const active = to === here?.to;
                const common = {
                  label,
                  leftSection: <Icon size={18} stroke={1.7} />,
                  className: classes.link,
                  active,
                };
                return external ? (
                  <NavLink
                    key={to}
                    component="a"
                    href={to}
                    rightSection={<IconExternalLink size={14} stroke={1.6} />}
                    {...common}
                  />
                ) : (
                  <NavLink
                    key={to}
                    component={Link}
                    to={to}
                    aria-current={active ? "page" : undefined}
                    {...common}
                  />
                );
              })}
            </div>
          ))}
        </ScrollArea>
        <UserMenu />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        {loading && (
          <div className={classes.progress} role="progressbar" aria-label="Loading the page" />
        )}
        {!reachable && (
          <div className={classes.offline} role="status">
            The server does not answer. What you see may be old; trying again every few seconds.
          </div>
        )}
        <div className={classes.content}>
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

const THEMES: { value: ThemeChoice; label: string }[] = [
  { value: "system", label: "Like the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

function UserMenu() {
  const user = useUser();
  const { signOut, refresh } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const showSheet = useShortcutSheet();
  const navigate = useNavigate();

  async function chooseTheme(theme: ThemeChoice) {
    setColorScheme(theme === "system" ? "auto" : theme);
    try {
      await ok(api.PATCH("/api/me", { body: { theme } }));
      await refresh();
    } catch (problem) {
      toast.error(problem);
    }
  }

  async function leave() {
    try {
      await signOut();
      navigate("/sign-in");
    } catch (problem) {
      toast.error(problem);
    }
  }

  return (
    <Menu position="top-start" width={208} shadow="md" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <Avatar name={user.name || user.username} color="pine" size={32} radius="xl" />
          <div className={classes.userText}>
            <Text size="sm" fw={550} truncate>
              {user.name || user.username}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {user.roles.join(", ") || "no role yet"}
            </Text>
          </div>
          <VisuallyHidden>Account menu</VisuallyHidden>
          <IconSelector size={16} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUserCircle size={16} />} component={Link} to="/account">
          Account
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={showSheet}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileCode size={16} />}
          rightSection={<IconExternalLink size={14} stroke={1.6} />}
          component="a"
          href="/api/docs"
        >
          API
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {THEMES.map(({ value, label }) => (
          <Menu.Item
            key={value}
            leftSection={<IconBrightness size={16} />}
            rightSection={user.theme === value ? <IconCheck size={16} aria-label="chosen" /> : null}
            onClick={() => chooseTheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={leave}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
