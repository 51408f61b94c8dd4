"""Measurements that say how fast the parts are, as ratios that hold on any machine."""
