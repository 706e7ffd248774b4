-- A password that was given must be changed; whoever wants to is asked for a code at sign-in as well.

alter table membres
  add column provisoire_jusqu_au timestamptz, -- the password must be changed; until when it opens
  add column otp_secret bytea,
  add column otp_actif_le timestamptz, -- since when a code is asked for; a secret without it is one that was only begun
  add column otp_dernier_pas bigint, -- the last step of 30 s whose code was taken: none of it, or before it, is taken again
  add constraint membres_otp check (otp_actif_le is null or otp_secret is not null);

create table codes_de_secours (
  membre_id bigint not null references membres on delete cascade,
  empreinte bytea not null check (octet_length(empreinte) = 32), -- sha256 of the code, without its hyphen
  utilise_le timestamptz,
  primary key (membre_id, empreinte)
);
