package org.sovereignbook.sbp.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherFindsJavaTest {
  @TempDir Path folder;
  private Installation sbp;

  @BeforeEach
  void install() throws IOException {
    sbp = Installation.installed(folder.toRealPath());
  }

  @Test
  void aNewEnoughJdkInAUsualFolderIsTakenAndOlderOnesAreNot() throws Exception {
    sbp.fakeJdk("a-1.8", "1.8.0_402");
    sbp.fakeJdk("b-17", "17.0.15");
    Path jdk = sbp.fakeJdk("c-25", "25.0.3");

    assertThat(sbp.launch().javaHome()).isEqualTo(jdk.toString());
  }

  @Test
  void aVersionWithoutDotsIsUnderstood() throws Exception {
    Path jdk = sbp.fakeJdk("new", "26");

    assertThat(sbp.launch().javaHome()).isEqualTo(jdk.toString());
  }

  @Test
  void javaHomeIsPreferred() throws Exception {
    sbp.fakeJdk("usual", "25.0.3");
    Path jdk = sbp.fakeJdkElsewhere("mine", "25.0.1");

    assertThat(sbp.set("JAVA_HOME", jdk).launch().javaHome()).isEqualTo(jdk.toString());
  }

  @Test
  void anOldJavaHomeIsPassedOver() throws Exception {
    Path usual = sbp.fakeJdk("usual", "25.0.3");
    Path old = sbp.fakeJdkElsewhere("old", "21.0.5");

    assertThat(sbp.set("JAVA_HOME", old).launch().javaHome()).isEqualTo(usual.toString());
  }

  @Test
  void sbpJavaWinsAsAFolderAndAsAProgram() throws Exception {
    Path home = sbp.fakeJdk("usual", "25.0.3");
    Path jdk = sbp.fakeJdkElsewhere("chosen", "25.0.1");
    sbp.set("JAVA_HOME", home);

    assertThat(sbp.set("SBP_JAVA", jdk).launch().javaHome()).isEqualTo(jdk.toString());
    assertThat(sbp.set("SBP_JAVA", jdk.resolve("bin/java")).launch().javaHome())
        .isEqualTo(jdk.toString());
  }

  @Test
  void anUnusableSbpJavaIsAnErrorRatherThanIgnored() throws Exception {
    sbp.fakeJdk("usual", "25.0.3");
    Path old = sbp.fakeJdkElsewhere("old", "17.0.15");

    Launch launch = sbp.set("SBP_JAVA", old).launch();

    assertThat(launch.exitCode()).isEqualTo(1);
    assertThat(launch.errors()).startsWith("sbp: SBP_JAVA=" + old + " is not a JDK 25 or later");
  }

  @Test
  void aJavaOnThePathIsFollowedToItsJdk() throws Exception {
    Path jdk = sbp.fakeJdkElsewhere("far", "25.0.3");
    Files.createSymbolicLink(folder.resolve("tools/java"), jdk.resolve("bin/java"));

    assertThat(sbp.launch().javaHome()).isEqualTo(jdk.toString());
  }

  @Test
  void withoutAnyJdkItSaysWhereItLookedAndWhatToInstall() throws Exception {
    sbp.fakeJdk("old", "17.0.15");
    Files.createDirectories(folder.resolve("jvm/broken/bin"));

    Launch launch = sbp.launch("--help");

    assertThat(launch.exitCode()).isEqualTo(1);
    assertThat(launch.output()).isEmpty();
    assertThat(launch.errors())
        .startsWith("sbp: needs a JDK 25 or later and found none in SBP_JAVA, JAVA_HOME")
        .contains("install one", "set SBP_JAVA");
  }
}
