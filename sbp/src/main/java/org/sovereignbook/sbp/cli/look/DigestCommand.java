package org.sovereignbook.sbp.cli.look;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SpokenTime;
import org.sovereignbook.sbp.model.judgment.LlmStatus;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.runtime.health.DailyDigest;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp digest}: the events of a day, in plain sentences. */
@Command(description = "what a day brought, in sentences")
@Example("sbp digest")
@Prints(DailyDigest.class)
public final class DigestCommand extends NodeCommand {
  @Option(
      names = "--day",
      paramLabel = "DAY",
      description = "a UTC day: 2026-12-01, yesterday, Friday (default: today, so far)")
  Optional<String> day = Optional.empty();

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    Optional<LocalDate> chosen =
        day.map(text -> SpokenTime.day("--day", text, node.clock().instant()));
    try (Store store = session.store(node)) {
      LlmStatus llm = LlmStatus.of(node, name -> session.isMetered(node, name));
      Health health = Health.of(node, store, llm);
      LocalDate today = LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC);
      DailyDigest digest = DailyDigest.of(node, store, chosen.orElse(today), health);
      session.output().text(digest.text());
      session.output().json(digest);
    }
    return ExitCode.DONE;
  }
}
