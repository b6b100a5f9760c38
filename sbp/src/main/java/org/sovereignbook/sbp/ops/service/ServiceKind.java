package org.sovereignbook.sbp.ops.service;

import java.util.Locale;
import org.sovereignbook.sbp.base.json.Words;

/**
 * A service manager, which keeps a program running and starts it on time (IMPLEMENTATION §6, §7).
 */
public enum ServiceKind {
  SYSTEMD,
  LAUNCHD,
  CRON,
  WINDOWS;

  /**
   * Returns the service manager of this machine.
   *
   * @param system the JVM's name of the operating system
   * @param hasSystemd whether {@code systemctl} is there
   */
  public static ServiceKind ofMachine(String system, boolean hasSystemd) {
    String lower = system.toLowerCase(Locale.ROOT);
    if (lower.startsWith("windows")) {
      return WINDOWS;
    }
    if (lower.startsWith("mac")) {
      return LAUNCHD;
    }
    return hasSystemd ? SYSTEMD : CRON;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
