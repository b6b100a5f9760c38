package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.TestNode;

/** Work of features between the tasks of a member, of which some fails. */
class OtherWorkTest {
  @TempDir private Path folder;
  private Optional<Ledger> opened = Optional.empty();
  private final List<String> log = new ArrayList<>();
  private final List<String> activities = new ArrayList<>();
  private int steps;
  private int prepared;

  /** Feature with this work in a member. */
  private record Working(String name, MemberWork work) implements TeamFeature {
    @Override
    public String title() {
      return name;
    }

    @Override
    public Optional<MemberWork> inMember(MemberWork.Host host) {
      if (name.equals("absent")) {
        throw new IllegalStateException("no member for me");
      }
      return Optional.of(work);
    }
  }

  /** Work that fails whenever it is asked. */
  private record Broken() implements MemberWork {
    @Override
    public String activity() {
      return "breaking";
    }

    @Override
    public void beforeTask() {
      throw new IllegalStateException("no task for me");
    }

    @Override
    public boolean step() throws LlmException {
      throw LlmException.answer("no step from me");
    }
  }

  private final class Counting implements MemberWork {
    @Override
    public String activity() {
      return "counting";
    }

    @Override
    public void beforeTask() {
      prepared++;
    }

    @Override
    public boolean step() {
      return ++steps == 1;
    }
  }

  @AfterEach
  void close() {
    opened.ifPresent(Ledger::close);
  }

  private OtherWork work(Working... features) throws Exception {
    Node node = TestNode.in(folder.resolve("node")).node();
    Features _ = node.kept().of(Features.class, () -> new Features(List.of(features)));
    Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node));
    opened = Optional.of(ledger);
    TeamFiles files = new TeamFiles(new LocalDisk(), folder.resolve("team.yaml"));
    Files.writeString(files.file(), "agents: [{id: ann, role: Builds.}]");
    Team team = files.read();
    return OtherWork.begin(
        new MemberWork.Host(
            ledger,
            files,
            team,
            team.members().getFirst(),
            Principal.OWNER,
            new MemberModels(ledger, _ -> FakeBackend.saying(""), false),
            log::add));
  }

  @Test
  void aFeatureThatFailsIsLoggedAndTheNextOneWorks() throws Exception {
    OtherWork work =
        work(
            new Working("absent", new Broken()),
            new Working("broken", new Broken()),
            new Working("counts", new Counting()));

    work.beforeTask();
    assertThat(work.step(activities::add)).isTrue();
    assertThat(work.step(activities::add)).as("nothing is left to do").isFalse();

    assertThat(prepared).isOne();
    assertThat(steps).isEqualTo(2);
    assertThat(activities).containsExactly("breaking", "counting", "breaking", "counting");
    assertThat(log)
        .anySatisfy(line -> assertThat(line).startsWith("absent: ").contains("no member for me"))
        .anySatisfy(line -> assertThat(line).startsWith("broken: ").contains("no task for me"))
        .anySatisfy(line -> assertThat(line).startsWith("broken: ").contains("no step from me"));
  }
}
