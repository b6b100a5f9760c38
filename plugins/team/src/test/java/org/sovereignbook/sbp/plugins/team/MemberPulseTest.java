package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TroubledDatabase;

/** Heartbeats of a member at a database that fails. */
@Timeout(120)
class MemberPulseTest {
  @TempDir Path folder;

  @Test
  void oneFailureEndsNoHeartbeatsAndCloseJoinsThem() throws Exception {
    TestNode node = TestNode.in(folder.resolve("node"));
    Path yaml = folder.resolve("team.yaml");
    Files.writeString(yaml, "agents: [{id: builder, role: Builds.}]");
    Team team = new TeamFiles(new LocalDisk(), yaml).read();
    TeamMember member = team.member("builder").orElseThrow();
    TroubledDatabase database = new TroubledDatabase(new SqliteLedgerProvider().open(node.node()));
    try (Ledger ledger = Ledger.open(node.node(), database)) {
      TeamRuns.Run run =
          ledger.write(
              tx -> {
                Incarnation.enrol(tx, team);
                return TeamRuns.begin(
                    tx,
                    Authority.of(Principal.OWNER, "team"),
                    Optional.of("run:test"),
                    Optional.empty(),
                    yaml);
              });
      Incarnation begun = ledger.write(tx -> Incarnation.begin(tx, run, member));
      MemberActions actions = new MemberActions(ledger, run, team, member, begun.token());
      List<String> log = new CopyOnWriteArrayList<>();
      Config every = Config.empty().with(TeamSettings.HEARTBEAT, Duration.ofSeconds(1));
      MemberPulse pulse = new MemberPulse(actions, every, log::add).start();
      database.fail(1);
      Eventually.holds("a failure is told", () -> !log.isEmpty());
      assertThat(log).containsExactly("cannot say that it lives: the database is locked");

      int works = database.works();
      Eventually.holds("the next heartbeat", () -> database.works() > works);
      database.awaitHanging();
      pulse.close();
      assertThat(database.isOver()).as("close waits for what it interrupts").isTrue();
    }
  }
}
