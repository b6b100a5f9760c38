package org.sovereignbook.sbp.plugins.evolution;

import java.util.List;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.plugins.team.Skills;
import org.sovereignbook.sbp.plugins.team.TeamEdit;
import org.sovereignbook.sbp.plugins.team.TeamFiles;

/**
 * Writes what adopted changes demand into a team's files.
 *
 * @param log receives lines about its steps
 */
record ChangeFiles(Ledger ledger, TeamFiles files, Consumer<String> log) {
  static final String MODEL = "model";

  /** Returns the beginning of an agent's keys, as {@link TeamEdit} takes them. */
  static String place(String agent) {
    return "agents." + agent + ".";
  }

  void write(Evolving subject) {
    EvolutionChange change = subject.change();
    try {
      if (change.path() == EvolutionChange.Path.PROMPT) {
        List<Bullet> bullets = ledger.read(tx -> Evolution.in(tx).bullets(change.principal()));
        Skills.of(ledger.node().disk(), subject.team())
            .rewrite(subject.member().id(), text -> PromptBlock.spliced(text, bullets));
      } else {
        boolean isBack = change.state() == EvolutionChange.State.ROLLED_BACK;
        ChangeProposal proposal = change.content();
        (isBack ? proposal.before() : proposal.after())
            .ifPresent(setup -> set(subject.member().id(), change.path(), setup));
      }
      ledger.run(tx -> Evolution.in(tx).written(change));
      log.accept("writes the %s of %s".formatted(change.path(), subject.member().id()));
    } catch (ConfigException e) {
      log.accept(String.valueOf(e.getMessage()));
      ledger.run(tx -> Evolution.in(tx).unwritable(change, String.valueOf(e.getMessage())));
    }
  }

  private void set(String member, EvolutionChange.Path path, ChangeProposal.Setup setup) {
    String agent = place(member);
    if (path == EvolutionChange.Path.MODEL) {
      TeamEdit.of(files, agent + MODEL, setup.model()).write();
      return;
    }
    TeamEdit.of(files, agent + "role", setup.role()).write();
    TeamEdit.of(files, agent + "skills", setup.skills().map(skills -> String.join(",", skills)))
        .write();
  }
}
