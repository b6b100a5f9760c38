package org.sovereignbook.sbp.plugins.it.mock;

import java.util.List;

/**
 * What a model does in one scenario: a function of the request alone, so that parallel and repeated
 * runs never meet. How far a conversation is stands in the request's own history.
 */
@FunctionalInterface
public interface Script {
  Reply reply(ModelRequest request);

  /**
   * One reply a turn, in order; a model that is asked on after the last one says that it is done.
   */
  static Script turns(Reply... replies) {
    List<Reply> list = List.of(replies);
    return request ->
        request.turn() < list.size() ? list.get(request.turn()) : new Reply.Say("done");
  }

  /** The same reply whatever is asked. */
  static Script always(Reply reply) {
    return request -> reply;
  }
}
