package org.sovereignbook.sbp.society.hooks;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ItemFault;

/** A feature with actions of its own, which hooks' answers can ask for beside task and mail. */
public interface HookFeature extends Feature {
  /** Returns its actions, each with a name that no other action has. */
  List<HookAction> hookActions();

  /** Returns the actions of a node's features that are on, by name; none of one that fails. */
  static Map<String, HookAction> actions(Node node) {
    Map<String, HookAction> all = new HashMap<>();
    for (HookFeature feature : Features.on(node).of(HookFeature.class)) {
      // An answer that asks for an action of one that fails is refused.
      ItemFault.orElse(feature::hookActions, _ -> List.<HookAction>of())
          .forEach(action -> all.putIfAbsent(action.name(), action));
    }
    return all;
  }
}
