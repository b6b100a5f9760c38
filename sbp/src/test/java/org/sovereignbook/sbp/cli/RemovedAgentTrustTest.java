package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** The trust in an agent is found by its name after the agent was removed. */
final class RemovedAgentTrustTest {
  @TempDir Path folder;

  @Test
  void itsTrustIsFoundByItsName() {
    assertThat(CliTest.in(folder).run("init", "n", "--local").exit()).isEqualTo(ExitCode.DONE);
    CliTest owner = CliTest.in(folder.resolve("n"));
    owner.run("agent", "register", "coder");
    String id =
        owner.run("trust", "show", "coder", "--json").json().string("agent_id").orElseThrow();
    owner.run("agent", "deactivate", "coder");
    assertThat(owner.run("agent", "remove", "--now", "coder").exit()).isEqualTo(ExitCode.DONE);

    CliTest.Ran shown = owner.run("trust", "show", "coder", "--json");
    assertThat(shown.exit()).as(shown.err()).isEqualTo(ExitCode.DONE);
    assertThat(shown.json().string("agent_id")).contains(id);
    // A new agent of this name has it from now on.
    owner.run("agent", "register", "coder");
    assertThat(owner.run("trust", "show", "coder", "--json").json().string("agent_id"))
        .isPresent()
        .isNotEqualTo(Optional.of(id));
    assertThat(owner.run("trust", "show", "nobody").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }
}
