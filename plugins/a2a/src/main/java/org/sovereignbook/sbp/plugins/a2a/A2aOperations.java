package org.sovereignbook.sbp.plugins.a2a;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Polling;

/**
 * The operations of the protocol, whatever the binding (A2A §3.1). Thread-safe.
 *
 * @param waits places for messages that wait for the end of their task
 */
record A2aOperations(Semaphore waits) {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  /** Carries out an operation that has one answer. */
  JsonObject call(A2aCall call, A2aMethod method, JsonObject params) throws InterruptedException {
    try {
      return switch (method) {
        case SEND_MESSAGE -> send(call, params);
        case GET_TASK -> get(call, params);
        case LIST_TASKS -> {
          Following.settle(call, Optional.empty());
          yield call.ledger().snapshot(tx -> new A2aTasks(tx, call).list(params));
        }
        case CANCEL_TASK -> {
          String id = A2aParams.id(params);
          Following.settle(call, Optional.of(id));
          yield call.ledger()
              .write(
                  tx -> new A2aView(tx).task(new A2aTasks(tx, call).cancel(id), A2aView.Parts.ALL));
        }
        case CREATE_PUSH -> {
          A2aTask task = pushed(call, params);
          yield add(call, task, checked(call, params));
        }
        case GET_PUSH, LIST_PUSH, DELETE_PUSH -> pushes(call, method, params);
        case GET_EXTENDED_AGENT_CARD -> extendedCard(call).signed();
        case SEND_STREAMING_MESSAGE, SUBSCRIBE_TO_TASK ->
            throw new IllegalArgumentException("a stream: " + method);
      };
    } catch (SocietyException e) {
      throw A2aError.INVALID_PARAMS.because(e.getMessage());
    } catch (SecretException e) {
      throw A2aError.INVALID_PARAMS.because("message.parts: a text that cannot be stored");
    }
  }

  private JsonObject send(A2aCall call, JsonObject params) throws InterruptedException {
    JsonObject configuration = params.object("configuration").orElseGet(JsonObject::empty);
    Optional<Integer> history = A2aParams.history(configuration);
    A2aTask task = takenWithPush(call, params);
    if (!configuration.bool("returnImmediately").orElse(false)) {
      await(call, task.id());
      Optional<JsonObject> answer = answer(call, task.id());
      if (answer.isPresent()) {
        return JsonObject.empty().with("message", answer.get());
      }
    }
    return JsonObject.empty().with("task", shown(call, task.id(), A2aView.Parts.of(true, history)));
  }

  private static Optional<JsonObject> answer(A2aCall call, String id) {
    return call.ledger()
        .snapshot(
            tx -> {
              call.requireInForce(tx);
              return new A2aView(tx).answer(A2aTask.of(tx, call, id));
            });
  }

  /** Takes the message of a request, and the address to tell about its task. */
  private A2aTask takenWithPush(A2aCall call, JsonObject params) throws InterruptedException {
    Optional<JsonObject> push =
        params.object("configuration").flatMap(it -> it.object("taskPushNotificationConfig"));
    if (push.isEmpty()) {
      return taken(call, params);
    }
    PushAddress address = checked(call, push.get());
    A2aTask task = taken(call, params);
    JsonObject _ = add(call, task, address);
    return task;
  }

  private PushAddress checked(A2aCall call, JsonObject push) throws InterruptedException {
    if (!waits.tryAcquire()) {
      throw A2aError.RESOURCE_EXHAUSTED.because("too many wait already; try again later");
    }
    try {
      return Pushes.checked(call, push);
    } finally {
      waits.release();
    }
  }

  /** Returns the task of a request about addresses. */
  private static A2aTask pushed(A2aCall call, JsonObject params) {
    if (!call.client().isKnown()) {
      throw A2aError.PUSH_NOTIFICATION_NOT_SUPPORTED.because(
          "clients without a proof are not told; subscribe to the task");
    }
    String task = params.string("taskId").orElse("");
    return call.ledger().read(tx -> A2aTask.of(tx, call, task));
  }

  private static JsonObject add(A2aCall call, A2aTask task, PushAddress address) {
    return call.ledger().write(tx -> new Pushes(tx).add(A2aTask.of(tx, call, task.id()), address));
  }

  private static JsonObject pushes(A2aCall call, A2aMethod method, JsonObject params) {
    A2aTask task = pushed(call, params);
    String id = params.string("id").orElse("");
    return call.ledger()
        .write(
            tx -> {
              Pushes pushes = new Pushes(tx);
              if (method == A2aMethod.LIST_PUSH) {
                return pushes.list(task);
              } else if (method == A2aMethod.GET_PUSH) {
                return pushes.get(task, id);
              }
              pushes.delete(task, id);
              return JsonObject.empty();
            });
  }

  /** Takes the message of a request. */
  private static A2aTask taken(A2aCall call, JsonObject params) {
    A2aMessage message = A2aMessage.of(params);
    Following.settle(call, message.task());
    A2aTasks.Taken taken = call.ledger().write(tx -> new A2aTasks(tx, call).send(message));
    if (taken.isDenied()) {
      throw A2aError.UNSUPPORTED_OPERATION.because(A2aTasks.DENIED);
    }
    return taken.task();
  }

  private static JsonObject shown(A2aCall call, String id, A2aView.Parts parts) {
    return call.ledger()
        .snapshot(
            tx -> {
              call.requireInForce(tx);
              return new A2aView(tx).task(A2aTask.of(tx, call, id), parts);
            });
  }

  private static JsonObject get(A2aCall call, JsonObject params) {
    String id = A2aParams.id(params);
    Following.settle(call, Optional.of(id));
    return shown(call, id, A2aView.Parts.of(true, A2aParams.history(params)));
  }

  /** Waits for the end of a task for a bounded time, unless too many wait already. */
  private void await(A2aCall call, String id) throws InterruptedException {
    Node node = call.ledger().node();
    Duration most = Duration.ofSeconds(node.config().get(A2aSettings.WAIT_SECONDS));
    if (!waits.tryAcquire()) {
      return;
    }
    try {
      boolean _ =
          new Polling(node.clock(), BETWEEN_LOOKS)
              .until(
                  most,
                  () -> {
                    Following.settle(call, Optional.of(id));
                    return call.ledger()
                        .<Boolean>read(
                            tx ->
                                !call.isInForce(tx) || A2aTask.of(tx, call, id).state().isPause());
                  });
    } finally {
      waits.release();
    }
  }

  static A2aCard extendedCard(A2aCall call) {
    if (!call.client().isKnown()) {
      throw A2aError.UNAUTHENTICATED.because("the extended card is for clients with a token");
    }
    return call.ledger()
        .read(tx -> A2aCard.of(tx, call.client()))
        .orElseThrow(() -> A2aError.AGENT_NOT_FOUND.because("no agent is open"));
  }

  /**
   * Begins an operation whose answer is a stream.
   *
   * @throws A2aException before anything of it is sent
   */
  A2aStream stream(A2aCall call, A2aMethod method, JsonObject params) throws InterruptedException {
    if (!call.mayStream()) {
      throw A2aError.RESOURCE_EXHAUSTED.because("too many streams are open");
    }
    try {
      if (method == A2aMethod.SEND_STREAMING_MESSAGE) {
        return new A2aStream(call, takenWithPush(call, params).id(), Optional.empty());
      }
      String id = A2aParams.id(params);
      Following.settle(call, Optional.of(id));
      A2aTask task = call.ledger().read(tx -> A2aTask.of(tx, call, id));
      boolean isNews = call.cursor().filter(seen -> seen < task.changed()).isPresent();
      if (task.state().isEnd() && !isNews) {
        throw A2aError.UNSUPPORTED_OPERATION.because("the task has ended; get it");
      }
      return new A2aStream(call, task.id(), call.cursor());
    } catch (SocietyException e) {
      throw A2aError.INVALID_PARAMS.because(e.getMessage());
    } catch (SecretException e) {
      throw A2aError.INVALID_PARAMS.because("message.parts: a text that cannot be stored");
    }
  }
}
