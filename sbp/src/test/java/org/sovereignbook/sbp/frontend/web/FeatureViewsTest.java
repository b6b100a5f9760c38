package org.sovereignbook.sbp.frontend.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;
import org.sovereignbook.sbp.testing.TestNode;

/** Views of features: their modules, what they may call, and the switch of their feature. */
class FeatureViewsTest {
  private static final String MODULE = "export default { draw: () => null };";

  /** A feature whose views declare commands of the program, some of them in the wrong list. */
  private static final String TIDES =
      """
      package com.example;
      import java.util.List;
      import org.sovereignbook.sbp.frontend.web.*;
      public class Extension implements ViewFeature {
        public String name() { return "tides"; }
        public String title() { return "tides"; }
        public List<FeatureView> views() {
          return List.of(
              FeatureView.beside(Extension.class, "tides.js", "tides", "Tides")
                  .withReads("bus list", "access grant", "tides of nothing")
                  .withActions("agent register", "access grant", "agent rename"),
              FeatureView.beside(Extension.class, "nothing.js", "ebb", "Ebb")
                  .withProven("agent rename"));
        }
      }
      """;

  private static final String STORM =
      """
      package com.example;
      import java.util.List;
      import org.sovereignbook.sbp.frontend.web.*;
      public class Extension implements ViewFeature {
        public String name() { return "storm"; }
        public String title() { return "storm"; }
        public List<FeatureView> views() {
          return List.of(FeatureView.beside(Extension.class, "storm.js", "../page", "Storm"));
        }
      }
      """;

  @TempDir private Path folder;
  private RunningWeb web;

  @BeforeEach
  void start() {
    TestNode node = TestNode.in(folder.resolve("node"));
    install(
        node,
        TestPlugin.of("feature", "tides", TIDES)
            .withEntry("com/example/tides.js", MODULE.getBytes(UTF_8)));
    install(node, TestPlugin.of("feature", "storm", STORM));
    web = RunningWeb.of(node);
  }

  private void install(TestNode node, TestPlugin plugin) {
    NodeHome home = node.home();
    CliTest.Ran installed =
        CliTest.in(home.root())
            .with("HOME", RunningWeb.user(node).toString())
            .run("plugin", "install", plugin.writeTo(folder.resolve("given.jar")).toString());
    assertThat(installed.exit()).as(installed.err()).isEqualTo(ExitCode.DONE);
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private int status(HttpRequest.Builder request) throws Exception {
    return web.send(request).statusCode();
  }

  private int acted(String command, JsonObject arguments) throws Exception {
    return web.act(RunningWeb.action(command, arguments)).statusCode();
  }

  private List<String> views() throws Exception {
    return web.get("/api/commands").array("views").orElseThrow().objects().stream()
        .map(view -> view.string("module").orElseThrow())
        .toList();
  }

  @Test
  void aModuleIsServedAsTheFilesOfThePageAre() throws Exception {
    HttpResponse<String> page = web.send(web.request("/main.js"));
    HttpResponse<String> module = web.send(web.request("/x/tides/tides.js"));

    assertThat(module.statusCode()).isEqualTo(200);
    assertThat(module.body()).isEqualTo(MODULE);
    for (String header :
        List.of(
            "Content-Type",
            "Content-Security-Policy",
            "Cache-Control",
            "X-Content-Type-Options",
            "Cross-Origin-Resource-Policy")) {
      assertThat(module.headers().firstValue(header))
          .as(header)
          .isPresent()
          .isEqualTo(page.headers().firstValue(header));
    }
    String tag = module.headers().firstValue("ETag").orElseThrow();
    assertThat(status(web.request("/x/tides/tides.js").header("If-None-Match", tag)))
        .isEqualTo(304);
    assertThat(status(web.request("/x/tides/tides.js").header("Origin", "http://evil.example")))
        .isEqualTo(403);
    assertThat(status(web.request("/x/tides/other.js"))).isEqualTo(404);
  }

  @Test
  void aFeatureThatFailsHasNoViewsAndAModuleThatIsMissingCostsNothingElse() throws Exception {
    assertThat(views())
        .containsExactly(
            "/x/chain/chain.js", "/x/team/run.js", "/x/tides/tides.js", "/x/tides/ebb.js");
    assertThat(status(web.request("/x/tides/ebb.js"))).isEqualTo(500);
    assertThat(status(web.request("/x/tides/tides.js"))).isEqualTo(200);
    assertThat(status(web.own("/api/status"))).isEqualTo(200);
  }

  @Test
  void onlyCommandsThatAViewHasDeclaredAreCalled() throws Exception {
    assertThat(status(web.own("/api/bus/list"))).isEqualTo(200);
    assertThat(status(web.request("/api/bus/list"))).as("without a token").isEqualTo(401);
    assertThat(status(web.own("/api/entity/list"))).isEqualTo(404);
    assertThat(status(web.own("/api/tides/of/nothing"))).isEqualTo(404);
    assertThat(acted("agent register", JsonObject.empty().with("name", "coder"))).isEqualTo(200);
    assertThat(acted("task claim", JsonObject.empty())).isEqualTo(404);
    assertThat(acted("bus list", JsonObject.empty())).as("only read").isEqualTo(404);
  }

  @Test
  void noDeclarationTakesAwayTheNeedOfAProof() throws Exception {
    String _ = web.sbp("agent", "register", "coder");
    JsonObject grant = JsonObject.builder().put("who", "coder").put("tools", "mail_send").build();

    assertThat(acted("access grant", grant)).isEqualTo(409);
    assertThat(status(web.own("/api/access/grant?who=coder&tools=mail_send"))).isEqualTo(404);
    assertThat(acted("agent rename", JsonObject.empty().with("agent", "coder")))
        .as("another view wants a proof")
        .isEqualTo(409);
    assertThat(web.sbp("access", "grants")).contains("no grants");
  }

  @Test
  void theSwitchOfAFeatureIsFollowed() throws Exception {
    String _ = web.sbp("plugin", "off", "tides");

    assertThat(views()).containsExactly("/x/chain/chain.js", "/x/team/run.js");
    assertThat(status(web.request("/x/tides/tides.js"))).isEqualTo(404);
    assertThat(status(web.own("/api/bus/list"))).isEqualTo(404);
    assertThat(acted("agent register", JsonObject.empty().with("name", "coder"))).isEqualTo(404);

    String _ = web.sbp("plugin", "on", "tides");
    assertThat(views()).contains("/x/tides/tides.js");
    assertThat(status(web.own("/api/bus/list"))).isEqualTo(200);
  }

  private String off(String view) throws Exception {
    HttpResponse<String> answer = web.send(web.own(view));
    assertThat(answer.statusCode()).isEqualTo(409);
    return answer.body();
  }

  @Test
  void withoutAFeatureOfTheProgramThePageHasTheRest() throws Exception {
    assertThat(status(web.own("/api/chain/list"))).isEqualTo(200);
    String _ = web.sbp("plugin", "off", "chain");
    String _ = web.sbp("plugin", "off", "returning");

    assertThat(off("/api/chain/list")).contains("feature-off", "sbp plugin on chain");
    assertThat(off("/api/returned?agent=coder"))
        .contains("the feature returning is off in this node", "sbp plugin on returning");
    assertThat(status(web.request("/x/chain/chain.js"))).isEqualTo(404);
    assertThat(status(web.own("/api/status"))).isEqualTo(200);
  }

  @Test
  void eachCommandOfThePageIsThere() throws Exception {
    List<String> names =
        web.get("/api/commands").array("commands").orElseThrow().objects().stream()
            .map(row -> row.string("name").orElseThrow())
            .toList();

    assertThat(names).containsAll(WebCommands.VIEWS.stream().map(List::getFirst).toList());
    assertThat(names).containsAll(WebCommands.ACTIONS).containsAll(WebCommands.PROVEN);
  }
}
