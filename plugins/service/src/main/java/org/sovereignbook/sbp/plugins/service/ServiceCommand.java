package org.sovereignbook.sbp.plugins.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.node.Programs;
import org.sovereignbook.sbp.ops.service.ServiceKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sbp service}: the server and the timer as services of the user (IMPLEMENTATION §8). */
@Command(
    description = "install server and timer as services",
    subcommands = {
      ServiceCommand.Install.class,
      ServiceCommand.Status.class,
      ServiceCommand.Uninstall.class
    })
@Example("sbp service install && sbp service status")
@Prints({ServiceCommand.Found.class, ServiceCommand.Printed.class})
@Exit(code = ExitCode.NOTHING_TO_DO, means = "they are not installed, or not as they should be")
@Exit(code = ExitCode.NOT_VALID, means = "they are installed, but do not run")
@ForOwner
final class ServiceCommand implements Subcommand {
  private static final String INSTALLED = "installed";

  @Option(names = "--print", description = "show what would be installed, and change nothing")
  boolean print;

  @Mixin ServiceOptions service = new ServiceOptions();

  @Mixin NodeOptions options = new NodeOptions();

  /** The options for the manager and the name of the services. */
  static final class ServiceOptions {
    @Option(
        names = "--kind",
        description = "systemd, launchd, cron or windows (default: what this machine has)")
    Optional<ServiceKind> kind = Optional.empty();

    @Option(
        names = "--name",
        description = "what tells its services from another node's (default: the folder's name)")
    Optional<String> name = Optional.empty();
  }

  private record Definition(String file, String text) {}

  record Printed(ServiceKind kind, List<Definition> files, List<String> commands) {}

  record Found(
      ServiceKind kind, boolean installed, boolean running, SequencedMap<String, String> states) {}

  private record Written(
      ServiceKind kind,
      List<String> files,
      boolean changed,
      boolean started,
      Optional<String> problem,
      List<String> commands) {}

  private record Removed(ServiceKind kind, List<String> removed) {}

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    return print ? print(session) : status(session, service);
  }

  private ExitCode print(Session session) throws InterruptedException {
    ServiceSetting setting = ServiceSetting.of(session, service.kind);
    ServiceManager manager = setting.manager(service.name);
    List<Definition> files = new ArrayList<>();
    manager
        .definitions()
        .forEach(
            (file, text) -> {
              session.output().line("==> " + file + " <==");
              text.lines().forEach(session.output()::line);
              session.output().line("");
              files.add(new Definition(file, text));
            });
    session.output().line("then:");
    manager.commands().forEach(command -> session.output().line("  " + command));
    return session.output().done(new Printed(setting.kind(), files, manager.commands()));
  }

  private static ExitCode status(Session session, ServiceOptions service)
      throws InterruptedException {
    ServiceSetting setting = ServiceSetting.of(session, service.kind);
    SequencedMap<String, String> states = setting.manager(service.name).states();
    for (Map.Entry<String, String> state : states.entrySet()) {
      session.output().line("%-15s %s".formatted(state.getValue(), state.getKey()));
    }
    boolean installed =
        setting.manager(service.name).definitions().keySet().stream()
            .allMatch(file -> INSTALLED.equals(states.get(file)));
    boolean running = installed && ServiceManager.areRunning(states);
    if (!running) {
      session.output().line((installed ? "start" : "install") + " them:  sbp service install");
    }
    session.output().json(new Found(setting.kind(), installed, running, states));
    return running ? ExitCode.DONE : installed ? ExitCode.NOT_VALID : ExitCode.NOTHING_TO_DO;
  }

  @Command(name = "install", description = "write the services of this node and start them")
  @Synonyms(whole = "install")
  @Prints(Written.class)
  @Exit(
      code = ExitCode.FAILED,
      means = "the files are written, but the service manager did not start them")
  @Exit(code = ExitCode.REFUSED, means = "services of another node have this name")
  @ForOwner
  static final class Install implements Subcommand {
    @Option(names = "--no-start", description = "only write the files, and say what to run")
    boolean noStart;

    @Mixin ServiceOptions service = new ServiceOptions();

    @Mixin NodeOptions options = new NodeOptions();

    @Override
    public ExitCode run(Session session) throws InterruptedException {
      Output output = session.output();
      ServiceSetting setting = ServiceSetting.of(session, service.kind);
      if (!noStart) {
        requireManager(session, setting.kind());
      }
      ServiceManager manager = setting.manager(service.name);
      if (!noStart && manager.isOff()) {
        throw CliException.refused(
            "systemd does not run here, though systemctl is there; nothing was written",
            "keep the node running in the foreground:  sbp up",
            "or let cron start it:  sbp service install --kind cron");
      }
      ServiceManager.Installed installed = manager.install(!noStart);
      boolean started = !noStart && installed.problem().isEmpty();
      manager
          .definitions()
          .keySet()
          .forEach(file -> output.line((installed.changed() ? "wrote " : "unchanged ") + file));
      String state = started ? "started" : "written, not started";
      HandoffCommand.write(
          setting,
          manager.definitions().keySet().stream().map(file -> "`" + file + "` " + state).toList());
      if (started) {
        output.line("the services run; see them:  sbp service status");
        hint(setting.kind(), output);
      } else {
        installed.problem().ifPresent(output::note);
        output.note(
            "nothing was started; " + advice(setting.kind(), installed.problem().isPresent()));
        manager.commands().forEach(command -> output.note("  " + command));
      }
      output.json(
          new Written(
              setting.kind(),
              List.copyOf(manager.definitions().keySet()),
              installed.changed(),
              started,
              installed.problem(),
              manager.commands()));
      return installed.problem().isPresent() ? ExitCode.FAILED : ExitCode.DONE;
    }

    /** Refuses where neither systemd nor cron could start anything; nothing is written then. */
    private static void requireManager(Session session, ServiceKind kind) {
      if (kind == ServiceKind.CRON
          && Programs.onPath(session.world().environment(), "crontab").isEmpty()) {
        throw CliException.refused(
            "there is no service manager here, neither systemd nor cron; nothing was written",
            "keep the node running in the foreground:  sbp up",
            "or install a cron, and again:  sbp service install");
      }
    }

    private static void hint(ServiceKind kind, Output output) {
      if (kind == ServiceKind.SYSTEMD) {
        output.line(
            "to keep them when you log out, and start them at boot:  loginctl enable-linger");
      }
    }

    private static String advice(ServiceKind kind, boolean failed) {
      return failed && kind == ServiceKind.SYSTEMD
          ? "a session of systemd for this user is needed (log in as this user instead of su or"
              + " sudo, or run `loginctl enable-linger` for it), then run:"
          : "to start them, run:";
    }
  }

  @Command(name = "status", description = "show what is installed, and whether it runs")
  @Prints(Found.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "they are not installed, or not as they should be")
  @Exit(code = ExitCode.NOT_VALID, means = "they are installed, but do not run")
  static final class Status implements Subcommand {
    @Mixin ServiceOptions service = new ServiceOptions();

    @Mixin NodeOptions options = new NodeOptions();

    @Override
    public ExitCode run(Session session) throws InterruptedException {
      return status(session, service);
    }
  }

  @Command(name = "uninstall", description = "end the services of this node and remove their files")
  @Synonyms(whole = "uninstall")
  @Prints(Removed.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "none is installed")
  @ForOwner
  static final class Uninstall implements Subcommand {
    @Mixin ServiceOptions service = new ServiceOptions();

    @Mixin NodeOptions options = new NodeOptions();

    @Override
    public ExitCode run(Session session) throws InterruptedException {
      ServiceSetting setting = ServiceSetting.of(session, service.kind);
      List<String> removed = setting.manager(service.name).uninstall();
      HandoffCommand.write(setting, List.of());
      removed.forEach(file -> session.output().line("removed " + file));
      if (removed.isEmpty()) {
        session.output().line("no services of this node are installed");
      }
      session.output().json(new Removed(setting.kind(), removed));
      return removed.isEmpty() ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
    }
  }
}
