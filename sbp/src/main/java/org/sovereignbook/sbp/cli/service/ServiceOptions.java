package org.sovereignbook.sbp.cli.service;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Which manager, and under which name. */
final class ServiceOptions {
  @Option(
      names = "--kind",
      description = "systemd, launchd, cron or windows (default: what this machine has)")
  Optional<ServiceKind> kind = Optional.empty();

  @Option(
      names = "--name",
      description = "what tells its services from another node's (default: the folder's name)")
  Optional<String> name = Optional.empty();
}
