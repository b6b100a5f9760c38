package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.CallOrigin;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/** The owner is asked and answers, and nobody else does. */
class AccessAnswersTest {
  private Path folder = Path.of(".");
  private CliTest owner;
  private CliTest elsewhere;

  @BeforeEach
  void refuse(@TempDir Path temporary) {
    folder = temporary;
    TestNode.in(folder);
    // Agents hold tokens in some of these tests: then an answer takes the owner's passphrase.
    owner = CliTest.in(folder).onTerminal().typing("correct horse\ncorrect horse\n");
    owner.run("access", "passphrase");
    elsewhere = CliTest.in(folder);
    owner.run("agent", "register", "coder", "--tools", "task_*,mail_read");
    assertThat(send().exit()).isEqualTo(ExitCode.REFUSED);
  }

  private CliTest.Ran send() {
    return elsewhere.run("mail", "send", "author", "hello", "--as", "coder");
  }

  private int mails() {
    return owner
        .run("mail", "list", "--as", "author", "--json")
        .json()
        .array("mail")
        .orElseThrow()
        .values()
        .size();
  }

  @Test
  void theOwnerSeesWhatWaitsAndWhatIsApprovedRunsOnce() {
    assertThat(owner.run("access", "requests").out())
        .contains("coder", "mail_send", "sbp mail send");
    assertThat(owner.run("status", "--json").out()).contains("1 request waits for your answer");
    String request = owner.request();
    CliTest.Ran approved = owner.run("access", "approve", request, "--once");
    assertThat(approved.exit()).as(approved.err()).isEqualTo(ExitCode.DONE);
    assertThat(approved.out()).contains("for this one call", "ran: done");
    assertThat(news())
        .contains("approved this one call of mail_send", "do not repeat it")
        .doesNotContain("your use");
    assertThat(mails()).isEqualTo(1);
    assertThat(send().exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(owner.run("access", "approve", request, "--24h").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(owner.run("audit", "verify").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void anAgentIsToldThatItsApprovedCallHasFailed() {
    society(
        tx ->
            tx.update(
                "UPDATE content SET text = REPLACE(text, 'author', 'nosuch') WHERE id ="
                    + " (SELECT call_id FROM access_request)"));
    CliTest.Ran approved = owner.run("access", "approve", owner.request(), "--once");
    assertThat(approved.exit()).as(approved.err()).isEqualTo(ExitCode.DONE);
    List<String> texts = new ArrayList<>();
    society(tx -> texts.addAll(tx.texts("SELECT text FROM content WHERE text IS NOT NULL")));
    assertThat(texts).anyMatch(text -> text.contains("had approved") && text.contains("failed"));
    assertThat(approved.out()).contains(" failed: ").doesNotContain(" ran");
    assertThat(owner.run("access", "requests", "--all").out()).contains(" failed ");
  }

  @Test
  void whatWasWithdrawnSaysWhy() {
    owner.run("task", "add", "post it");
    String task =
        elsewhere.run("task", "claim", "--as", "coder", "--json").json().string("id").orElseThrow();
    elsewhere.run("mail", "send", "author", "for the task", "--as", "coder");

    owner.run("task", "cancel", task);

    assertThat(owner.run("access", "requests", "--all").out())
        .containsPattern("withdrawn +the task " + task.substring(0, 5));
  }

  private void society(Consumer<Transaction> work) {
    try (TestSociety society = TestSociety.in(folder)) {
      society.ledger().run(work);
    }
  }

  /** Returns the words by which the agent learns of an approval, when its turn is over by then. */
  private String newsOfLateApproval() {
    String request = owner.request();
    society(tx -> tx.update("UPDATE access_request SET turn = 'over'"));
    CliTest.Ran approved = owner.run("access", "approve", request, "--once");
    assertThat(approved.out()).as(approved.err()).contains("the approval is void");
    return news();
  }

  /** Returns the words of the owner's answer for the agent. */
  private String news() {
    List<String> news = new ArrayList<>();
    society(
        tx ->
            news.addAll(
                tx.texts(
                    "SELECT c.text FROM mail m JOIN content c ON c.id = m.body_id"
                        + " WHERE c.text LIKE 'The owner%'")));
    return news.getFirst();
  }

  @Test
  void aCallThatCannotBeShownIsNotApprovedForAnyTimeAndTheWayOutIsSaid() {
    String request = owner.request();
    society(tx -> tx.update("UPDATE access_request SET call_id = NULL"));
    for (String time : List.of("--once", "--24h", "--always")) {
      CliTest.Ran approved = owner.run("access", "approve", request, time);
      assertThat(approved.exit()).isEqualTo(ExitCode.REFUSED);
      assertThat(approved.err())
          .contains("cannot be shown", "sbp access deny " + request, "ask again");
    }
    assertThat(owner.run("access", "requests", request).out())
        .contains("coder asks for mail_send", "cannot be approved")
        .doesNotContain("agent:");
    assertThat(owner.run("access", "deny", request).exit()).isEqualTo(ExitCode.DONE);
    assertThat(mails()).isZero();
  }

  @Test
  void anAgentIsToldThatTheApprovalOfACallThatReadsIsVoid() {
    owner.run("access", "deny", owner.request());
    society(tx -> tx.update("DELETE FROM mail"));
    assertThat(elsewhere.run("agent", "list", "--as", "coder").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(newsOfLateApproval()).contains("void", "agent_list").doesNotContain("your use");
  }

  @Test
  void whatWaitsForTheOwnerIsShownWhateverElseIsWrong() {
    assertThat(owner.run("status").lines())
        .contains("you       1 request waits for your answer (sbp access requests)");
    owner.run("access", "deny", owner.request());
    assertThat(owner.run("status").out()).doesNotContain("for your answer");
  }

  @Test
  void whoAsksPoliciesThatAreNotThoseOfTheFilesIsTold() throws IOException {
    Path broken = folder.resolve("runtime/access/broken.yaml");
    Files.createDirectories(broken.getParent());
    Files.writeString(broken, "- { name: no, effect: maybe }\n");

    assertThat(owner.run("access", "check", "--tool", "post").err())
        .contains("runtime/access/broken.yaml:1", "in force", "(sbp access)");
  }

  @Test
  void aCheckNamesTheFilesThatAreInForceThoughMissing() throws IOException {
    Path extra = folder.resolve("runtime/access/extra.yaml");
    Files.createDirectories(extra.getParent());
    Files.writeString(
        extra, "- { name: nobody, effect: deny, match: { principal: { unknown: true } } }\n");
    assertThat(missing()).isEmpty();
    Files.delete(extra);
    assertThat(missing()).hasSize(1).allMatch(file -> file.contains("extra.yaml"));
  }

  private List<String> missing() {
    return owner
        .run("access", "check", "--tool", "post", "--json")
        .json()
        .array("missing")
        .flatMap(JsonArray::strings)
        .orElseThrow();
  }

  @Test
  void anAnswerIsNotLostWhileTheAgentRests() {
    String request = owner.request();
    owner.run("agent", "activate", "coder");
    try (TestSociety society = TestSociety.of(TestNode.in(folder))) {
      for (int again = 0; again < 5; again++) {
        society
            .ledger()
            .run(tx -> Lifecycle.failed(tx, society.now("coder").id(), "tasks given up"));
      }
    }
    assertThat(owner.run("agent", "show", "coder").out()).contains("suspended");

    CliTest.Ran approved = owner.run("access", "approve", request, "--once");
    assertThat(approved.out()).contains("waits for its agent, which rests until");
    assertThat(mails()).isZero();

    anHourLater();
    owner.run("tick");
    assertThat(mails()).isEqualTo(1);
    owner.run("tick");
    assertThat(mails()).isEqualTo(1);
  }

  @Test
  void aCheckSaysWhatCapabilitiesEndThoughPoliciesLetItPass() {
    CliTest.Ran checked = elsewhere.run("access", "check", "--as", "coder", "--tool", "mail_send");

    assertThat(checked.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(checked.out())
        .contains("denied: mail_send by coder", "sbp agent capabilities coder");
    assertThat(owner.run("access", "check", "--as", "coder", "--tool", "task_claim").exit())
        .isEqualTo(ExitCode.DONE);
  }

  @Test
  void anAgentThatAsksWithoutAWordIsToldWhatItMayItselfNotWhatTheOwnerMay() {
    owner.run("agent", "capabilities", "coder", "--add-tool", "access_check");
    String token =
        owner.run("agent", "token", "coder", "--json").json().string("token").orElse("none");
    elsewhere.with("SBP_AGENT_TOKEN", token);

    CliTest.Ran checked = elsewhere.run("access", "check", "--tool", "mail_send");

    assertThat(checked.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(checked.out()).contains("denied: mail_send by coder");
    assertThat(elsewhere.run("access", "check", "--tool", "task_add").out())
        .contains("allowed: task_add by coder");
  }

  @Test
  void anAgentThatMayBeShownLittleIsToldWhatItMayItselfAndNotWhatOthersMay() throws Exception {
    Files.writeString(
        Files.createDirectories(folder.resolve("runtime/access")).resolve("owner.yaml"),
        """
        - { name: node, match: { principal: { is_user: true } }, effect: allow, permissions: "*" }
        - name: agents
          match: { principal: { agent: true } }
          effect: allow
          permissions: { tools: "*", data: none }
        """);
    owner.run("agent", "capabilities", "coder", "--add-tool", "access_check");
    String token =
        owner.run("agent", "token", "coder", "--json").json().string("token").orElse("none");
    elsewhere.with("SBP_AGENT_TOKEN", token);

    assertThat(elsewhere.run("access", "check", "--as", "coder", "--tool", "task_add").out())
        .contains("allowed: task_add by coder");
    CliTest.Ran others = elsewhere.run("access", "check", "--as", "owner", "--tool", "task_add");
    assertThat(others.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(others.err()).contains("data: none");
  }

  @Test
  void whatAnEventCarriesIsToldInWords() {
    assertThat(owner.run("access", "explain", "1").out()).contains("what it carries: everything");
  }

  @Test
  void anExplanationIsWhatWasDecidedThenAndSaysWhatWouldBeOtherwiseToday() throws IOException {
    Path policies = Files.createDirectories(folder.resolve("runtime/access")).resolve("owner.yaml");
    String mine =
        "- { name: mine, match: { principal: { is_user: true } }, effect: allow,"
            + " permissions: '*' }\n";
    Files.writeString(
        policies,
        mine
            + "- { name: day, effect: allow, match: { principal: { agent: true } },"
            + " permissions: { tools: [task_add], data: full } }\n");
    owner.run("task", "add", "water the plants", "--as", "coder");
    String event =
        owner
            .run("event", "list", "--kind", "task.created", "--json")
            .json()
            .array("events")
            .orElseThrow()
            .objects()
            .getFirst()
            .string("id")
            .orElseThrow();
    CliTest.Ran same = owner.run("access", "explain", event);
    assertThat(same.out())
        .containsPattern("decision \\d+, .*allow.* of task_add for coder")
        .containsPattern("\\* +day +matched|\\* +day +decided")
        .contains("it is let through by ", "today's policies decide the same");

    Files.writeString(
        policies,
        mine + "- { name: holiday, effect: deny, match: { principal: { agent: true } } }\n");

    CliTest.Ran other = owner.run("access", "explain", event);
    assertThat(other.out())
        .containsPattern("\\* +day ")
        .contains(
            "it is let through by ",
            "today's policies decide otherwise:",
            "- today it is denied by holiday",
            "- day matched then, and is no policy any more",
            "- holiday (owner.yaml:2) matches today, and was no policy then: denies");
    assertThat(owner.run("access", "explain", event, "--json").json())
        .satisfies(
            json -> {
              JsonObject first = json.array("recorded").orElseThrow().objects().getFirst();
              assertThat(first.object("decision").orElseThrow().string("decision"))
                  .contains("allow");
              assertThat(json.array("differences").orElseThrow().values()).hasSizeGreaterThan(2);
            });
  }

  @Test
  void anApprovedLookWaitsForWhoeverWantsToSeeItAndIsHadOnce() {
    owner.run("agent", "register", "looker", "--tools", "task_*");
    String token =
        owner.run("agent", "token", "looker", "--json").json().string("token").orElse("none");
    elsewhere.with("SBP_AGENT_TOKEN", token);
    CliTest.Ran refused = elsewhere.run("status");
    assertThat(refused.err())
        .contains("only the owner can give it", "wait for the answer; request ");
    assertThat(elsewhere.run("feed").err()).as("of another tool").contains("the owner was asked");
    String request = refused.err().replaceAll("(?s).*request ([0-9a-f]{16}).*", "$1");

    assertThat(owner.run("access", "approve", request, "--once").out()).contains("made again");
    assertThat(elsewhere.run("status").out()).contains("node ");
    assertThat(elsewhere.run("status").exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void aGrantLastsUntilItIsRevoked() {
    CliTest.Ran approved = owner.run("access", "approve", owner.request(), "--24h", "--json");
    String grant = approved.json().object("request").orElseThrow().string("grant").orElseThrow();
    assertThat(send().exit()).isEqualTo(ExitCode.DONE);
    assertThat(mails()).isEqualTo(2);
    assertThat(owner.run("access", "grants").out()).contains("coder", "mail_send", "2");
    assertThat(owner.run("access", "revoke", grant).exit()).isEqualTo(ExitCode.DONE);
    assertThat(send().exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(owner.run("access", "revoke", grant).exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void aPersonIsGivenMoreByTheNameThatTheOwnerKnows() {
    owner.run(
        "entity",
        "add",
        "Casey",
        "--relationship",
        "partner",
        "--identity",
        "signal:+351910000001");
    String[] check = {
      "access", "check", "--as", "Casey", "--channel", "signal", "--tool", "weather"
    };
    assertThat(owner.run(check).exit()).isEqualTo(ExitCode.NOT_VALID);

    CliTest.Ran given = owner.run("access", "grant", "Casey", "--tools", "weather");

    assertThat(given.out()).as(given.err()).contains("Casey may use weather");
    assertThat(owner.run(check).exit()).isEqualTo(ExitCode.DONE);
    assertThat(owner.run("access", "grants").out()).contains("Casey");
    assertThat(owner.run("access", "grant", "Nobody", "--tools", "weather").err())
        .contains("nobody is called");
  }

  private void policy(String yaml) {
    try {
      Path file = folder.resolve("runtime/access/more.yaml");
      Files.createDirectories(file.getParent());
      Files.writeString(file.resolveSibling("default.yaml"), Policies.defaultText());
      Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ExitCode check(String who, String channel, String tool) {
    return owner.run("access", "check", "--as", who, "--channel", channel, "--tool", tool).exit();
  }

  private static final String FAMILY =
      """
      - name: family-access
        match:
          principal: { relationship: family }
        effect: allow
        permissions:
          tools: { allow: [weather], deny: "*" }
          data: none
        session: { persona: atlas, key: "family:{principal.name}" }
        priority: 70
      """;

  @Test
  void aGrantBelowACeilingSaysThatItIsDeniedAndTheOfferedCommandLiftsIt() {
    policy(FAMILY);
    owner.run(
        "entity", "add", "Mum", "--relationship", "family", "--identity", "email:mum@example.org");

    CliTest.Ran given = owner.run("access", "grant", "Mum", "--tools", "task_add");

    assertThat(given.exit()).as(given.err()).isEqualTo(ExitCode.DONE);
    assertThat(given.out())
        .doesNotContain("may use")
        .contains(
            "Mum is granted task_add",
            "still denied over email: task_add (family-access)",
            "sbp access grant Mum --tools task_add --session agent:atlas:family:Mum");
    assertThat(check("Mum", "email", "task_add")).isEqualTo(ExitCode.NOT_VALID);

    CliTest.Ran lifted =
        owner.run(
            "access", "grant", "Mum", "--tools", "task_add", "--session", "agent:atlas:family:Mum");

    assertThat(lifted.out()).contains("Mum may use task_add").doesNotContain("denied");
    assertThat(check("Mum", "email", "task_add")).isEqualTo(ExitCode.DONE);
  }

  @Test
  void aGrantForOneChannelIsJudgedThere() {
    policy(FAMILY);
    owner.run("entity", "add", "Mum", "--relationship", "family");

    assertThat(owner.run("access", "grant", "Mum", "--tools", "task_add", "--channel", "sms").out())
        .contains("Mum may use task_add");
    assertThat(check("Mum", "sms", "task_add")).isEqualTo(ExitCode.DONE);
    assertThat(check("Mum", "email", "task_add")).isEqualTo(ExitCode.NOT_VALID);
  }

  @Test
  void aGrantAgainstAPolicyThatDeniesOffersNothing() {
    policy("- { name: no-mum, match: { principal: { name: Mum } }, effect: deny }\n");
    owner.run("entity", "add", "Mum", "--relationship", "family");

    CliTest.Ran given =
        owner.run(
            "access",
            "grant",
            "Mum",
            "--tools",
            "weather",
            "--credentials",
            "github",
            "--data-access",
            "full",
            "--json");

    JsonObject denied = (JsonObject) given.json().array("denied").orElseThrow().values().getFirst();
    assertThat(denied.array("what").orElseThrow().strings().orElseThrow())
        .containsExactly("weather", "cred:github", "data:full");
    assertThat(denied.string("reason")).contains("no-mum");
    assertThat(denied.string("remedy")).isEmpty();
  }

  @Test
  void anApprovalThatAPolicyOverridesSaysSo() {
    policy(
        """
        - name: quiet
          match: { principal: { agent: true } }
          effect: allow
          permissions: { tools: { deny: ["mail_s*"] } }
        """);

    CliTest.Ran approved = owner.run("access", "approve", owner.request(), "--24h");

    assertThat(approved.exit()).as(approved.err()).isEqualTo(ExitCode.DONE);
    assertThat(approved.out())
        .doesNotContain("may use")
        .contains("still denied over command: mail_send (quiet)");
    assertThat(send().exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void allShippedPoliciesTogetherAreASetWithoutProblems() throws IOException {
    Path shipped =
        Stream.of(Path.of("../templates"), Path.of("templates"))
            .filter(Files::exists)
            .findFirst()
            .orElseThrow();
    Path access = Files.createDirectories(folder.resolve("runtime/access"));
    try (Stream<Path> all = Files.list(shipped.resolve("access"))) {
      for (Path file : all.toList()) {
        Files.copy(file, access.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }

    CliTest.Ran lint = owner.run("access", "lint");
    CliTest.Ran tried =
        owner.run(
            "access",
            "test",
            shipped.resolve("access-expectations.yaml").toAbsolutePath().toString());

    assertThat(lint.exit()).as(lint.out()).isEqualTo(ExitCode.DONE);
    assertThat(tried.exit()).as(tried.out() + tried.err()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void whoIsDeniedIsToldAndNothingRuns() {
    assertThat(owner.run("access", "deny", owner.request()).exit()).isEqualTo(ExitCode.DONE);
    assertThat(mails()).isZero();
    assertThat(owner.run("mail", "read", "--as", "coder").out()).contains("denied");
  }

  @Test
  void nobodyElseAnswersAndEveryAttemptIsWrittenDown() {
    String request = owner.request();
    String token =
        owner.run("agent", "token", "coder", "--json").json().string("token").orElse("none");
    String[] approve = {"access", "approve", request, "--always"};
    assertThat(elsewhere.run(approve).exit()).as("no terminal").isEqualTo(ExitCode.REFUSED);
    assertThat(owner.run("access", "approve", request, "--always", "--as", "coder").exit())
        .isEqualTo(ExitCode.REFUSED);
    owner.from(CallOrigin.by("mcp"));
    assertThat(owner.run(approve).exit()).as("over MCP").isEqualTo(ExitCode.REFUSED);
    owner.from(CallOrigin.PROCESS).with("SBP_AGENT_TOKEN", token);
    assertThat(owner.run(approve).exit()).as("an agent").isEqualTo(ExitCode.REFUSED);
    assertThat(owner.run("access", "grant", "coder", "--tools", "mail_*").exit())
        .isEqualTo(ExitCode.REFUSED);
    assertThat(
            elsewhere
                .run("audit", "list", "--decision", "deny", "--tool", "access_approve")
                .lines())
        .hasSizeGreaterThanOrEqualTo(4);
    assertThat(elsewhere.run("access", "grants").out()).contains("no grants");
  }

  private String token(String agent) {
    return owner.run("agent", "token", agent, "--json").json().string("token").orElseThrow();
  }

  private CliTest.Ran overMcp(String token, String... words) {
    elsewhere.with("SBP_AGENT_TOKEN", token).from(CallOrigin.by("mcp"));
    CliTest.Ran ran = elsewhere.run(words);
    elsewhere.without("SBP_AGENT_TOKEN").from(CallOrigin.PROCESS);
    return ran;
  }

  private void anHourLater() {
    owner.clock().advance(Duration.ofMinutes(11));
    elsewhere.clock().advance(Duration.ofMinutes(11));
  }

  @Test
  void aCallOfACommandOutsideTheSocietyRunsAgainAsTheAgentMadeIt() {
    owner.run("access", "deny", owner.request());
    anHourLater();
    Path draft = folder.resolve("draft.md");
    assertThatCode(() -> Files.writeString(draft, "# A piece\n\nwords")).doesNotThrowAnyException();
    assertThat(overMcp(token("coder"), "post", draft.toString()).exit())
        .isEqualTo(ExitCode.REFUSED);

    CliTest.Ran approved = owner.run("access", "approve", owner.request(), "--once");

    assertThat(approved.out()).contains("ran: done");
    assertThat(owner.run("log").out()).contains("A piece");
  }

  @Test
  void aCallThatOnlyShowsSomethingIsLeftToWhoeverMadeIt() {
    owner.run("access", "deny", owner.request());
    anHourLater();
    String token = token("coder");
    assertThat(overMcp(token, "search", "tides").exit()).isEqualTo(ExitCode.REFUSED);

    CliTest.Ran approved = owner.run("access", "approve", owner.request(), "--once");

    assertThat(approved.out())
        .contains("sbp search", "tides", "it runs when it is made again within 24 hours")
        .doesNotContain("are kept only until");
    assertThat(overMcp(token, "search", "tides").exit()).isNotEqualTo(ExitCode.REFUSED);
    assertThat(overMcp(token, "search", "tides").exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void anAgentThatIsGoneIsAnsweredAndNothingRuns() {
    String request = owner.request();
    owner.run("agent", "deactivate", "coder");

    CliTest.Ran approved = owner.run("access", "approve", request, "--once");

    assertThat(approved.exit()).as(approved.err()).isEqualTo(ExitCode.DONE);
    assertThat(approved.out()).contains("is gone, or has no rights");
    assertThat(mails()).isZero();
  }

  @Test
  void anAgentIsToldWhetherTheOwnerWasAsked() {
    CliTest.Ran other = elsewhere.run("bus", "put", "a", "b", "--as", "coder");

    assertThat(other.err()).contains("only the owner can give it").doesNotContain("not asked");
    assertThat(owner.run("access", "requests").out()).contains("mail_send", "bus_put");
    assertThat(elsewhere.run("bus", "put", "a", "c", "--as", "coder").err())
        .as("each call has a request of its own")
        .contains("the owner was asked, wait for the answer");
    assertThat(elsewhere.run("bus", "put", "a", "c", "--as", "coder").err())
        .as("the same call has the same one")
        .contains("the owner was asked, wait for the answer");
    assertThat(owner.run("access", "requests", "--json").json().array("requests").orElseThrow())
        .satisfies(all -> assertThat(all.values()).hasSize(3));
    assertThat(elsewhere.run("bus", "put", "a", "d", "--as", "coder").err())
        .contains("the owner was not asked", "access.max_pending_requests_per_principal");
  }

  @Test
  void whatWasDeniedIsNotAskedForAgainWithinADay() {
    owner.run("access", "deny", owner.request());
    anHourLater();

    assertThat(send().err()).contains("the answer of the last 24 hours was no");
    assertThat(owner.run("access", "requests").out()).contains("nothing waits");
  }

  @Test
  void theOwnerAnswersFromElsewhereWithAKeyAndAnotherWordOrASecondTimeProvesNothing() {
    String request = owner.request();
    Path key = folder.resolve("phone.key");
    assertThat(elsewhere.run("access", "key", "phone", "--file", key.toString()).exit())
        .as("made at a terminal only")
        .isEqualTo(ExitCode.REFUSED);
    assertThat(owner.run("access", "key", "phone", "--file", key.toString()).exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(elsewhere.run("access", "approve", request, "--once").err())
        .contains("sbp access key --challenge");
    String forDeny = proof(key, "deny", request);
    assertThat(elsewhere.run("access", "approve", request, "--once", "--proof", forDeny).exit())
        .as("other words")
        .isEqualTo(ExitCode.REFUSED);
    String proof = proof(key, "approve", request, "--once");
    String token = token("coder");
    elsewhere.with("SBP_AGENT_TOKEN", token);
    CliTest.Ran byAgent = elsewhere.run("access", "approve", request, "--once", "--proof", proof);
    assertThat(byAgent.exit()).as("an agent that has got hold of one").isEqualTo(ExitCode.REFUSED);
    assertThat(byAgent.err()).doesNotContain("--challenge");
    elsewhere.without("SBP_AGENT_TOKEN");

    CliTest.Ran approved = elsewhere.run("access", "approve", request, "--once", "--proof", proof);

    assertThat(approved.exit()).as(approved.err()).isEqualTo(ExitCode.DONE);
    assertThat(mails()).isEqualTo(1);
    assertThat(elsewhere.run("access", "deny", request, "--proof", proof).exit())
        .isEqualTo(ExitCode.REFUSED);
    String late = proof(key, "deny", request);
    elsewhere.clock().advance(Duration.ofSeconds(61));
    assertThat(elsewhere.run("access", "deny", request, "--proof", late).err())
        .contains("answers no challenge that is open");
  }

  private String proof(Path key, String... words) {
    String nonce =
        elsewhere
            .run("access", "key", "--challenge", "--json")
            .json()
            .string("nonce")
            .orElseThrow();
    List<String> all =
        new ArrayList<>(List.of("access", "prove", nonce, "--key", key.toString(), "--"));
    all.addAll(List.of(words));
    return elsewhere.run(all.toArray(String[]::new)).lines().getFirst();
  }
}
