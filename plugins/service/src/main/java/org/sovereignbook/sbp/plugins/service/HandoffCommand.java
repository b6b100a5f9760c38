package org.sovereignbook.sbp.plugins.service;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.peer.maintenance.HandoffReport;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;

/** {@code sbp handoff}: updates HANDOFF-REPORT.md (IMPLEMENTATION §8, Phase 5; §9). */
@Command(
    description = "renew HANDOFF-REPORT.md",
    footer = {
      "Only the block between its two marks is written; what you have written around it stays.",
      "bootstrap, service install and maintain do it, too."
    })
@Example("sbp handoff")
@Prints(HandoffCommand.Written.class)
@Exit(code = ExitCode.FAILED, means = "the service manager does not answer")
final class HandoffCommand extends NodeCommand {
  private static final String MISSING = "missing";

  record Written(LocalPath file) {}

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    ServiceSetting setting = ServiceSetting.of(session, Optional.empty());
    ServiceManager manager = setting.manager(Optional.empty());
    SequencedMap<String, String> states = manager.states();
    boolean any =
        manager.definitions().keySet().stream()
            .anyMatch(file -> !MISSING.equals(states.getOrDefault(file, MISSING)));
    LocalPath file =
        write(
            setting,
            states.entrySet().stream()
                .filter(_ -> any)
                .map(state -> "`" + state.getKey() + "` " + state.getValue())
                .toList());
    session.output().line("wrote " + file);
    return session.output().done(new Written(file));
  }

  /**
   * Writes the block.
   *
   * @param services the installed services, each with its state
   */
  static LocalPath write(ServiceSetting setting, List<String> services) {
    try (Store store = setting.session().store(setting.node())) {
      Change.WriteFile change =
          new HandoffReport(setting.node(), store).change(Optional.of(String.join(", ", services)));
      setting.node().writeText(change.file(), change.text());
      return new LocalPath(change.file());
    }
  }
}
