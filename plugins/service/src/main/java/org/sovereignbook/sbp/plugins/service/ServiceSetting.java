package org.sovereignbook.sbp.plugins.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.OperatingSystem;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Programs;
import org.sovereignbook.sbp.node.UserFolders;
import org.sovereignbook.sbp.ops.service.ServiceKind;
import org.sovereignbook.sbp.ops.service.ServiceTexts;

/**
 * The facts of this machine and node that determine the services.
 *
 * @param name the display name of the node
 */
record ServiceSetting(
    Session session, Node node, ServiceKind kind, ServiceRunner runner, String name) {
  static ServiceSetting of(Session session, Optional<ServiceKind> chosen) {
    ServiceRunner runner = new ServiceRunner(session.world().environment());
    Node node = session.node();
    ServiceKind kind =
        chosen.orElseGet(
            () ->
                ServiceKind.ofMachine(
                    OperatingSystem.name(),
                    Programs.onPath(session.world().environment(), "systemctl").isPresent()));
    return new ServiceSetting(
        session, node, kind, runner, PeerText.plain(node.identityAsWritten().name()));
  }

  /**
   * Returns the manager for services of this name, or of the installed name, or of the folder's
   * name.
   */
  ServiceManager manager(Optional<String> named) throws InterruptedException {
    ServiceTexts texts = texts(named.orElseGet(() -> ServiceTexts.instanceOf(home())));
    if (named.isEmpty()) {
      Optional<String> installed = installed(texts);
      texts = installed.map(this::texts).orElse(texts);
    }
    return new ServiceManager(
        session.world().disk(), texts, ServicePlan.of(kind, texts, folder(), user()), runner);
  }

  /** Returns the name of the services that are installed for this node. */
  private Optional<String> installed(ServiceTexts texts) throws InterruptedException {
    if (kind == ServiceKind.CRON) {
      try {
        CronTable table = CronTable.of(runner.run(List.of("crontab", "-l"), "").said());
        return table.instances().stream()
            .filter(
                instance -> table.block(instance).orElse("").contains(texts.mark(ServiceKind.CRON)))
            .findFirst();
      } catch (IOException e) {
        return Optional.empty();
      }
    }
    ServicePlan any = ServicePlan.of(kind, texts("x"), folder(), "");
    return session.world().disk().files(folder()).stream()
        .map(file -> String.valueOf(file.getFileName()))
        .flatMap(name -> instance(name).stream())
        .filter(
            instance ->
                ServicePlan.of(kind, texts(instance), folder(), "").files().keySet().stream()
                    .flatMap(file -> session.world().disk().read(file).stream())
                    .anyMatch(bytes -> new String(bytes, any.charset()).contains(texts.mark(kind))))
        .findFirst();
  }

  /** Returns the instance in the name of one of this program's files. */
  private Optional<String> instance(String file) {
    String pattern =
        kind == ServiceKind.LAUNCHD
            ? "org\\.sovereignbook\\.(.+)\\.serve\\.plist"
            : "sbp-(.+)-serve\\.(?:service|xml)";
    var matcher = java.util.regex.Pattern.compile(pattern).matcher(file);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private ServiceTexts texts(String instance) {
    if (!instance.matches("[A-Za-z0-9][A-Za-z0-9_-]*")) {
      throw CliException.wrong(
          "service: a name has letters, digits, - and _ only, not " + PeerText.quote(instance));
    }
    return new ServiceTexts(
        instance, name, home(), program(), ServiceTexts.passedOn(environment()), logs());
  }

  private Path home() {
    return node.home().root();
  }

  private Map<String, String> environment() {
    return session.world().environment();
  }

  /** Returns the launcher's path, because a service has no PATH to search. */
  private String program() {
    return session
        .world()
        .launcher()
        .filter(known -> Path.of(known).isAbsolute())
        .or(() -> Programs.onPath(environment(), "sbp").map(Path::toString))
        .orElseThrow(
            () ->
                CliException.refused(
                    "service: cannot tell where the launcher of sbp is",
                    "run this by the launcher scripts/sbp, put it on the PATH, or set SBP to it"));
  }

  private Path folder() {
    return switch (kind) {
      case SYSTEMD ->
          variable("XDG_CONFIG_HOME")
              .orElseGet(() -> userHome().resolve(".config"))
              .resolve("systemd/user");
      case LAUNCHD -> userHome().resolve("Library/LaunchAgents");
      case WINDOWS ->
          variable("LOCALAPPDATA")
              .orElseGet(() -> userHome().resolve("AppData/Local"))
              .resolve("sbp/services");
      case CRON -> userHome();
    };
  }

  private Path logs() {
    return userHome().resolve("Library/Logs");
  }

  private Path userHome() {
    return variable("HOME")
        .or(() -> variable("USERPROFILE"))
        .orElseThrow(
            () ->
                CliException.refused(
                    "service: the user has no home folder to install into", "set HOME to it"));
  }

  private Optional<Path> variable(String variable) {
    return UserFolders.of(environment()).absolute(variable);
  }

  private String user() throws InterruptedException {
    if (kind != ServiceKind.LAUNCHD) {
      return "";
    }
    try {
      return runner.run(List.of("id", "-u"), "").said();
    } catch (IOException e) {
      throw new CliException(ExitCode.FAILED, "service: " + e.getMessage());
    }
  }
}
