package org.sovereignbook.sbp.plugins.a2a;

import java.util.Optional;
import java.util.stream.Stream;

/** Operations of the protocol (A2A §5.3). */
enum A2aMethod {
  SEND_MESSAGE("SendMessage", "message/send"),
  SEND_STREAMING_MESSAGE("SendStreamingMessage", "message/stream"),
  GET_TASK("GetTask", "tasks/get"),
  LIST_TASKS("ListTasks", ""),
  CANCEL_TASK("CancelTask", "tasks/cancel"),
  SUBSCRIBE_TO_TASK("SubscribeToTask", "tasks/resubscribe"),
  CREATE_PUSH("CreateTaskPushNotificationConfig", "tasks/pushNotificationConfig/set"),
  GET_PUSH("GetTaskPushNotificationConfig", "tasks/pushNotificationConfig/get"),
  LIST_PUSH("ListTaskPushNotificationConfigs", "tasks/pushNotificationConfig/list"),
  DELETE_PUSH("DeleteTaskPushNotificationConfig", "tasks/pushNotificationConfig/delete"),
  GET_EXTENDED_AGENT_CARD("GetExtendedAgentCard", "agent/getAuthenticatedExtendedCard");

  private final String word;
  private final String former;

  A2aMethod(String word, String former) {
    this.word = word;
    this.former = former;
  }

  /** Returns the method with this name in version 1.0. */
  static Optional<A2aMethod> of(String word) {
    return Stream.of(values()).filter(method -> method.word.equals(word)).findFirst();
  }

  /** Returns the method with this name in version 0.3. */
  static Optional<A2aMethod> ofVersion03(String word) {
    return Stream.of(values())
        .filter(method -> !word.isEmpty() && method.former.equals(word))
        .findFirst();
  }

  boolean isStream() {
    return this == SEND_STREAMING_MESSAGE || this == SUBSCRIBE_TO_TASK;
  }
}
