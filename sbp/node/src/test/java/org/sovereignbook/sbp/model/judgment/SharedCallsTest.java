package org.sovereignbook.sbp.model.judgment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.testing.TestNode;

/** Several who ask at once, within the limits of each and of all. */
class SharedCallsTest {
  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("node"));
  }

  private LlmRequest request(String component, FakeBackend backend) {
    return new LlmRequest(
        component,
        LlmRequest.Mode.ANSWER,
        "Answer.",
        List.of(),
        new LlmRequest.OutputFile("answer", Optional.empty()),
        Optional.empty(),
        SharedCalls.budget(node.node().config()),
        AgentRunner.context(node.node(), backend));
  }

  private SharedCalls.Asked<String> ask(String component, FakeBackend backend, CallLimit... limits)
      throws Exception {
    return new SharedCalls(node.node(), backend, List.of(limits))
        .ask(request(component, backend), CallCauses.NONE, LlmAnswer::text);
  }

  @Test
  void ofManyWhoAskAtOnceNotOneMoreIsAnsweredThanTheLimitAllows() throws Exception {
    CallLimit team = new CallLimit("limits.daily_calls", "team:", 5, 0);
    List<Future<Boolean>> asked = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 16; i++) {
        String component = "team:a" + i;
        asked.add(
            pool.submit(
                () ->
                    ask(component, FakeBackend.saying("yes"), team)
                        instanceof SharedCalls.Asked.Answered));
      }
    }

    int answered = 0;
    for (Future<Boolean> one : asked) {
      answered += one.get() ? 1 : 0;
    }
    assertThat(answered).isEqualTo(5);
    assertThat(CallLedger.of(node.node()).damagedLines()).isZero();
  }

  @Test
  void theLimitOfOneMemberHoldsThatMemberOnlyAndSaysWhichItIs() throws Exception {
    CallLimit ofA = new CallLimit("agents.a.limits.daily_calls", "team:a", 1, 0);
    CallLimit ofB = new CallLimit("agents.b.limits.daily_calls", "team:b", 1, 0);
    ask("team:a", FakeBackend.saying("yes"), ofA);

    assertThat(ask("team:b", FakeBackend.saying("yes"), ofB))
        .isInstanceOf(SharedCalls.Asked.Answered.class);
    assertThat(ask("team:a", FakeBackend.saying("yes"), ofA))
        .isInstanceOfSatisfying(
            SharedCalls.Asked.Deferred.class,
            held -> assertThat(held.why()).contains("agents.a.limits.daily_calls"));
  }

  /** Backend of several services, which its settings name. */
  private record Services(LlmBackend backend) implements LlmBackend {
    @Override
    public String name() {
      return "services";
    }

    @Override
    public String service(Config settings) {
      return settings.json().string("preset").orElseThrow();
    }

    @Override
    public String description() {
      return "several services";
    }

    @Override
    public LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
      return backend.answer(request);
    }
  }

  private SharedCalls.Asked<String> askService(String preset, FakeBackend backend)
      throws Exception {
    LlmRequest plain = request("team:a", backend);
    LlmRequest request =
        new LlmRequest(
            plain.role(),
            plain.mode(),
            plain.prompt(),
            plain.inputs(),
            plain.output(),
            plain.repair(),
            plain.budget(),
            AgentRunner.context(
                node.node(),
                Config.at("llm.services", JsonObject.builder().put("preset", preset).build())));
    return new SharedCalls(node.node(), new Services(backend), List.of())
        .ask(request, CallCauses.NONE, LlmAnswer::text);
  }

  @Test
  void aServiceThatWantsAPauseHoldsUpNoOtherServiceOfItsBackend() throws Exception {
    FakeBackend busy =
        new FakeBackend(
            _ -> {
              throw LlmException.provider("429").withRetryAfter(Duration.ofMinutes(30));
            });
    assertThatThrownBy(() -> askService("flock", busy)).isInstanceOf(LlmException.class);

    assertThat(askService("flock", FakeBackend.saying("yes")))
        .isInstanceOfSatisfying(
            SharedCalls.Asked.Deferred.class,
            held -> assertThat(held.why()).startsWith("flock rests"));
    assertThat(askService("ollama", FakeBackend.saying("yes")))
        .isInstanceOf(SharedCalls.Asked.Answered.class);
  }

  @Test
  void anAnswerOfAnotherShapeIsAskedForOnceMoreAndBothAreCounted() throws Exception {
    FakeBackend backend =
        new FakeBackend(
            request -> new LlmAnswer(request.repair().isEmpty() ? "garbage" : "good", ""));

    SharedCalls.Asked<String> asked =
        new SharedCalls(node.node(), backend, List.of())
            .ask(
                request("team:a", backend),
                CallCauses.NONE,
                answer -> {
                  if (!answer.text().equals("good")) {
                    throw LlmException.answer("not good");
                  }
                  return answer.text();
                });

    assertThat(asked).isEqualTo(new SharedCalls.Asked.Answered<>("good"));
    assertThat(backend.requests().getLast().repair().orElseThrow().error()).isEqualTo("not good");
    assertThat(
            CallLedger.of(node.node()).spentOn(CallLedger.day(node.node().now()), "team:a").calls())
        .isEqualTo(2);
  }

  @Test
  void aSecondTryIsReservedWithTheOthersAndNeverOneTooMany() throws Exception {
    CallLimit team = new CallLimit("limits.daily_calls", "team:", 5, 0);
    AtomicInteger made = new AtomicInteger();
    CyclicBarrier together = new CyclicBarrier(4);
    FakeBackend backend =
        new FakeBackend(
            request -> {
              made.incrementAndGet();
              if (request.repair().isEmpty()) {
                awaitAll(together);
              }
              return new LlmAnswer("garbage", "");
            });

    List<Future<?>> asked = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        String component = "team:a" + i;
        asked.add(
            pool.submit(
                () ->
                    new SharedCalls(node.node(), backend, List.of(team))
                        .ask(
                            request(component, backend),
                            CallCauses.NONE,
                            _ -> {
                              throw LlmException.answer("no good");
                            })));
      }
    }

    assertThat(asked).allMatch(Future::isDone);
    assertThat(made).hasValue(5);
  }

  private static void awaitAll(CyclicBarrier together) throws InterruptedException {
    try {
      together.await();
    } catch (BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theRemedyOfARestIsACommandThatExists() throws Exception {
    FakeBackend down =
        new FakeBackend(
            _ -> {
              throw LlmException.provider("down");
            });
    for (int i = 0; i < CallLedger.FAILURES_BEFORE_REST; i++) {
      assertThatThrownBy(() -> ask("team:a", down)).isInstanceOf(LlmException.class);
    }

    assertThat(ask("team:a", down))
        .isInstanceOfSatisfying(
            SharedCalls.Asked.Deferred.class,
            held -> assertThat(held.why()).contains("`sbp agent run a --now`"));
    assertThatThrownBy(
            () ->
                new SharedCalls(node.node(), down, List.of(), true)
                    .ask(request("team:a", down), CallCauses.NONE, LlmAnswer::text))
        .hasMessage("down");
  }
}
