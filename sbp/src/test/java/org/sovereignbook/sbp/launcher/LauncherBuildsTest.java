package org.sovereignbook.sbp.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherBuildsTest {
  @TempDir Path folder;
  private Path checkout;
  private Installation sbp;

  @BeforeEach
  void checkOut() throws IOException {
    checkout = folder.toRealPath().resolve("a checkout");
    sbp = Installation.checkout(checkout);
    sbp.fakeJdk("jdk-25", "25.0.3");
  }

  @Test
  void theFirstUseOfACheckoutBuildsAndSaysSoAndTheSecondDoesNot() throws Exception {
    sbp.fakeProgram("mvn", "echo maven says $PWD; mkdir sbp/target; echo jar >sbp/target/sbp.jar");

    Launch first = sbp.launch("status");
    Launch second = sbp.launch("status");

    Path jar = checkout.resolve("sbp/target/sbp.jar");
    assertThat(first.errors())
        .startsWith("sbp: first use: building " + jar)
        .contains("maven says " + checkout);
    assertThat(first.output()).doesNotContain("maven says");
    assertThat(first.words()).containsSequence("-cp", jar.toString(), Installation.MAIN, "status");
    assertThat(second.errors()).isEmpty();
    assertThat(second.words()).contains(jar.toString());
  }

  @Test
  void onlyTheProgramIsBuiltAndNothingElseBeforeTheCommand() throws Exception {
    sbp.fakeProgram("mvn", "echo \"$*\"; mkdir sbp/target; echo jar >sbp/target/sbp.jar");

    Launch first = sbp.preparingBesideCommands().launch("demo", "team");

    assertThat(first.errors())
        .contains("-pl sbp/node,sbp/society,sbp package -Dmaven.test.skip=true");
    assertThat(first.errors()).doesNotContain("-am", "plugins ");
    assertThat(first.errors()).contains("preparing quick starts beside this command");
    assertThat(first.words()).endsWith("demo", "team").noneMatch(word -> word.contains(".aot"));
  }

  @Test
  void aFailedBuildIsReportedWithTheCommandToRepeatIt() throws Exception {
    sbp.fakeProgram("mvn", "echo broken; exit 3");

    Launch launch = sbp.launch("status");

    assertThat(launch.exitCode()).isEqualTo(1);
    assertThat(launch.output()).isEmpty();
    assertThat(launch.errors()).contains("broken", "sbp: the build failed", "mvn -q -B");
  }

  @Test
  void withoutMavenItSaysWhatToInstall() throws Exception {
    Launch launch = sbp.launch("status");

    assertThat(launch.exitCode()).isEqualTo(1);
    assertThat(launch.errors()).startsWith("sbp: needs Maven (mvn)");
  }
}
