package org.sovereignbook.sbp.jbang;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/**
 * The feature that {@code sbp plugin new} writes, built and tested by the commands that it says.
 */
@Tag("trial")
@Order(0)
class NewFeatureByJBangTest {
  @TempDir Path folder;

  @Test
  void whatIsWrittenIsBuiltTestedAndInstalledByTheCommandsThatWereSaid() throws Exception {
    folder = folder.toRealPath();
    JBang jbang = JBang.in(folder.resolve("user"));
    CliTest sbp = CliTest.in(folder).with("HOME", folder.resolve("user").toString());
    jbang.variables().forEach(sbp::with);
    sbp.with("PATH", System.getenv("PATH"));
    assertThat(sbp.run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    sbp.workingIn(folder.resolve("node"));
    JsonObject written = sbp.run("plugin", "new", "my-tides", "--feature", "--json").json();

    JBang.Ran built =
        jbang.run(folder.resolve("node"), "sh", "-c", written.string("build").orElseThrow());
    assertThat(built.exit()).as(built.err()).isZero();
    assertThat(written.string("test")).contains("sbp script MyTides.java");
    CliTest.Ran tested = sbp.run("script", "MyTides.java");
    assertThat(tested.out() + tested.err()).contains("my-tides: all is well");
    assertThat(written.string("install")).contains("sbp plugin install my-tides.jar");
    assertThat(sbp.run("plugin", "install", "my-tides.jar").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("my-tides", "add", "high water at noon").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("my-tides", "list").out()).contains("high water at noon");
  }
}
