package org.sovereignbook.sbp.authority.access;

import java.util.List;
import org.sovereignbook.sbp.node.Feature;

/** A feature with tools. */
public interface ToolFeature extends Feature {
  /** Returns whether a tool may be one of its own, by its first word. */
  boolean mayHave(String tool);

  /** Returns the declarations of its tools, by which callers are authorized. */
  List<DeclaredTools.Declared> tools();
}
