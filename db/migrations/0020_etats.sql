-- Lists are limited to the biens that are off sale or delivered: a few among many, found without reading the others.
create index biens_bloques on biens (id) where bloque_le is not null;
create index ventes_livrees on ventes (bien_id) where terminee_le is null and livraison_le is not null;
